import type { LabelledText } from './label-runs';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import { aboutGoods } from './surroundings';
import type { Tokens } from './tokens';

const person = LABELS.indexOf('PERSON');
const address = LABELS.indexOf('ADDRESS');
const otherBits = WORD.city | WORD.region | WORD.street | WORD.organization;
/** Lowest and highest rank of words of the language that may be names. */
const rankOfRare = 4;
const rankOfRarest = 5;
/** Lowest rank of given names before a family name. */
const rankOfGiven = 2;
/** Least margins of a single given name, and of both words of a full name together. */
const marginOfGiven = -400;
const marginOfFull = -800;
/** The same where another word with a capital stands before the name. */
const marginBehindCapital = -400;
/** Most particles of a family name. */
const particlesMax = 3;

/** Words between a given name and a family name. */
const particles: ReadonlySet<string> = new Set(
  'van von de der den di da do dos das du del della la le ten ter te zu zum al el bin ben ibn of'.split(' '),
);

/** Short names of days and months that are given names too. */
const calendar: ReadonlySet<string> = new Set(
  'Mon Tue Wed Thu Fri Sat Sun Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec'.split(' '),
);

type Labelling = Pick<LabelledText, 'text' | 'tokens' | 'around' | 'labels' | 'margin'>;

/**
 * Labels known given names, alone or with a family name, that the path through a text has left out although the
 * words speak for them: a path prefers few changes of labels. Outside of texts about goods.
 */
export function labelKnown({ text, tokens, around, labels, margin }: Labelling): void {
  const { bits, count } = tokens;
  for (let index = 0; index < count; index++) {
    if ((bits[index]! & WORD.firstName) === 0 || labels[index] === person || labels[index] === address)
      continue;
    if (isCalendar(text, tokens, index)) continue;
    if (!isCapital(tokens, index) || (around.line[index]! & aboutGoods) !== 0) continue;
    const family = familyNameAt(text, tokens, index + 1);
    if (family !== null) {
      const least = isCapital(tokens, index - 1) ? marginBehindCapital : marginOfFull;
      const isMeant = rankOf(tokens, index) === 0 || rankOf(tokens, index) >= rankOfGiven;
      if (!isMeant || margin(index, person) + margin(family, person) < least) continue;
      labels.fill(person, index, family + 1);
      index = family;
    } else if (isSingle(tokens, index) && margin(index, person) >= marginOfGiven) labels[index] = person;
  }
}

/** Whether a word is the short name of a day or a month. */
const isCalendar = (text: string, { start, end }: Tokens, index: number): boolean =>
  calendar.has(text.slice(start[index], end[index]));

const rankOf = ({ bits }: Tokens, index: number): number => bits[index]! & WORD.rankMask;

const isRare = (tokens: Tokens, index: number): boolean => {
  const rank = rankOf(tokens, index);
  return rank === 0 || rank === rankOfRare || rank === rankOfRarest;
};

/** Whether a given name stands alone and is no word, place or organization. */
const isSingle = (tokens: Tokens, index: number): boolean =>
  isRare(tokens, index) &&
  (tokens.bits[index]! & otherBits) === 0 &&
  !isCapital(tokens, index - 1) &&
  !isCapital(tokens, index + 1) &&
  !isDigits(tokens, index + 1);

/** Place of the last word of a family name that begins at a token, particles included; null for none. */
function familyNameAt(text: string, tokens: Tokens, from: number): number | null {
  let at = from;
  while (at - from < particlesMax && particles.has(text.slice(tokens.start[at], tokens.end[at]))) at++;
  if (!isCapital(tokens, at) || isCapital(tokens, at + 1) || !isRare(tokens, at)) return null;
  const others = tokens.bits[at]! & otherBits;
  return others === 0 || ((tokens.bits[at]! & WORD.lastName) !== 0 && (others & WORD.organization) === 0)
    ? at
    : null;
}

/** Whether a token is a number, as behind the short name of a month. */
function isDigits({ shape, count }: Tokens, index: number): boolean {
  return index < count && shape[index]! >= SHAPE.digitsOne && shape[index]! <= SHAPE.digitsMany;
}

function isCapital({ shape, count }: Tokens, index: number): boolean {
  if (index < 0 || index >= count) return false;
  const form = shape[index]! & ~SHAPE.foreign;
  return form === SHAPE.title || form === SHAPE.titleShort || form === SHAPE.mixedUpper;
}
