import { isInitialOfOthers } from './addressed-names';
import type { LabelledText, Run } from './label-runs';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import {
  articlesOfThings,
  contractions,
  determiners,
  fieldsOfThings,
  firmWords,
  fontWords,
  houses,
  indefiniteArticles,
  kindsOfThings,
  months,
  particles,
  thingsBehind,
  timePrepositions,
} from './name-words';
import { SHAPE } from './shapes';
import { isNumber, wordAt } from './token-forms';
import { signIdentity, type Tokens } from './tokens';

const person = LABELS.indexOf('PERSON');
const location = LABELS.indexOf('LOCATION');
const nameBits = WORD.firstName | WORD.lastName;
const hyphen = signIdentity + 45;
const slash = signIdentity + 47;
const comma = signIdentity + 44;
const hash = signIdentity + 35;
const dot = signIdentity + 46;
const colon = signIdentity + 58;
/** Rank of words of other languages than English, of which German writes nouns with a capital. */
const rankOfForeign = 6;
const semicolon = signIdentity + 59;
/** Parentheses and quotes. */
const openings: ReadonlySet<number> = new Set([signIdentity + 40, signIdentity + 34, signIdentity + 0x201c]);
const exclamations: ReadonlySet<string> = new Set(['Oh', 'Ah', 'Lo', 'Thy', 'Thou', 'Hath']);
/** Pronouns that letters write with a capital. */
const capitalPronouns: ReadonlySet<string> = new Set(
  'Ihr Ihre Ihren Ihrem Ihrer Sie Lei Suo Sua Suoi Sue Loro Usted Ustedes Pani Państwo'.split(' '),
);
const placePrepositions: ReadonlySet<string> = new Set(
  'in at near to into aus nach bei à au en dans vers desde hacia dal da nel naar te uit w we z ze do'.split(
    ' ',
  ),
);
const conjunctions: ReadonlySet<string> = new Set('and or und oder et ou y o e i en of lub & ,'.split(' '));
/** Least margin of a single word in lower case. */
const marginOfLower = 100;
/** Characters on both sides of a word in which the same word is looked for in lower case. */
const lowerReach = 400;
/** Lowest rank of words for which that counts: `will` says nothing of `Will`. */
const rankOfNoun = 4;
/** Least margin of a single word that is no known name and that nothing announces. */
const marginOfUnknown = 300;
/** The same for a known family name. */
const marginOfFamily = 100;
/** Least margin of a word among nouns that is no known given name. */
const marginOfListed = 450;
/** Most tokens between a name and an address of mail, a phone number or another name beside it. */
const besideReach = 3;

const shapeAt = ({ tokens }: LabelledText, index: number): number =>
  (tokens.shape[index] ?? SHAPE.newline) & ~SHAPE.foreign;

/**
 * Whether more than a capital says that a run of tokens is the name of a person: its place, a known name, a word
 * that announces it, or another name, an address of mail or a number beside it.
 */
export function hasNameEvidence(labelled: LabelledText, run: Run): boolean {
  if (isPartOfCode(labelled, run) || isExclamation(labelled, run.from)) return false;
  if (isInitialOfOthers(labelled.text, labelled.tokens, run.from, run.to)) return false;
  const { tokens, around } = labelled;
  if (isNameOfHouse(labelled, run) || isNameOfThing(labelled, run)) return false;
  if (run.to - run.from > 1)
    return !hasOrganization(labelled, run) && (!isLower(labelled, run) || hasKnown(tokens, run));
  const { from } = run;
  const bits = tokens.bits[from]!;
  const isKnown = (bits & nameBits) !== 0 && !isPlaceOfText(labelled, from);
  const form = shapeAt(labelled, from);
  if (form >= SHAPE.lowerOne && form <= SHAPE.lower)
    return isKnown && !isEveryday(bits) && labelled.margin(from, person) >= marginOfLower;
  if (isInListOfPlaces(labelled, from) || isAlsoLower(labelled, from)) return false;
  if (isPartOfTitle(labelled, from) || isValueOfThing(labelled, from)) return false;
  if (capitalPronouns.has(labelled.text.slice(tokens.start[from], tokens.end[from]))) return false;
  if (isBehindArticle(labelled, from) || isMonth(labelled, from)) return false;
  if (!isKnown && isBrand(labelled, from)) return false;
  const margin = labelled.margin(from, person);
  if (isKnown && (bits & WORD.firstName) !== 0) return true;
  if (margin < marginOfListed && isAmongNouns(labelled, from)) return false;
  return (
    margin >= (isKnown ? marginOfFamily : marginOfUnknown) ||
    around.cue[from] !== 0 ||
    isBeside(labelled, from, -1) ||
    isBeside(labelled, from, 1)
  );
}

/** Whether a word has a capital within it and no prefix of family names such as `Mc`: `SodaStream`. */
const isBrand = ({ text, tokens: { start, end } }: LabelledText, index: number): boolean =>
  /^(?!Mac|Van|Von|Fitz|Dela|Della|Saint)\p{Lu}\p{Ll}{2,}\p{Lu}/u.test(text.slice(start[index], end[index]));

/** Whether an article stands before a word, which is a noun then: `einen Schaden`, `la Póliza`. */
function isBehindArticle({ text, tokens: { start, end, bits } }: LabelledText, index: number): boolean {
  if (index === 0) return false;
  const before = text.slice(start[index - 1], end[index - 1]);
  if ((bits[index]! & WORD.firstName) !== 0)
    return (
      indefiniteArticles.has(before) ||
      (articlesOfThings.has(before) && (bits[index]! & WORD.lastName) === 0) ||
      (contractions.has(before) && (bits[index]! & WORD.rankMask) === rankOfForeign)
    );
  if (!determiners.has(before)) return false;
  return index === 1 || !particles.has(text.slice(start[index - 2], end[index - 2]));
}

const wordBefore = ({ text, tokens }: LabelledText, index: number): string =>
  index <= 0 ? '' : wordAt(text, tokens, index - 1);

/** Whether a run is a firm, a room or an institution, or the name behind such a noun: `Schreinerei Huber`. */
function isNameOfHouse(labelled: LabelledText, { from, to }: Run): boolean {
  const { text, tokens } = labelled;
  if (to - from > 1) return houses.has(wordAt(text, tokens, from));
  return houses.has(wordBefore(labelled, from));
}

/**
 * Whether the word behind a run or before it, or a word in it, is one of things: `Goudy typefaces`, `genus Anas`,
 * `Open Sans`.
 */
function isNameOfThing(labelled: LabelledText, run: Run): boolean {
  const { text, tokens } = labelled;
  const { start, end } = tokens;
  const spelledAt = (index: number): string => text.slice(start[index], end[index]);
  const behind = tokens.shape[run.to] === SHAPE.newline ? run.to + 1 : run.to;
  if (behind < tokens.count && thingsBehind.has(spelledAt(behind))) return true;
  for (let index = run.from; index < run.to; index++)
    if (fontWords.has(spelledAt(index)) && run.to - run.from > 1) return true;
  if (run.to - run.from > 1) return false;
  return kindsOfThings.has(wordBefore(labelled, run.from)) || isSpecies(labelled, run.from);
}

/** Whether a word in parentheses or quotes begins the name of a species: `(Anas platyrhynchos)`. */
function isSpecies(labelled: LabelledText, index: number): boolean {
  const { bits, shape, word, count } = labelled.tokens;
  if (index === 0 || index + 1 >= count || !openings.has(word[index - 1]!)) return false;
  const isUnknown = (bits[index + 1]! & (WORD.rankMask | nameBits)) === 0;
  return isUnknown && (shape[index + 1]! & ~SHAPE.foreign) === SHAPE.lower;
}

/** Whether a word is the value of a field of a form that no person fills: `Beruf: Logopädin`. */
function isValueOfThing(labelled: LabelledText, index: number): boolean {
  return labelled.tokens.word[index - 1] === colon && fieldsOfThings.has(wordBefore(labelled, index - 1));
}

/** Whether a word is an entry beside another one that is a noun: `Radieschen, Brühe, Essig`. */
function isAmongNouns({ tokens }: LabelledText, index: number): boolean {
  const { word, bits, shape, count } = tokens;
  const isNoun = (at: number): boolean => {
    const form = at < 0 || at >= count ? SHAPE.sign : shape[at]! & ~SHAPE.foreign;
    return form === SHAPE.title && (bits[at]! & WORD.rankMask) !== 0 && (bits[at]! & nameBits) === 0;
  };
  return (word[index - 1] === comma && isNoun(index - 2)) || (word[index + 1] === comma && isNoun(index + 2));
}

/** Whether a word is a month: behind a preposition of time or a number, or before a number. */
function isMonth({ text, tokens }: LabelledText, index: number): boolean {
  const { start, end, count } = tokens;
  if (!months.has(text.slice(start[index], end[index]))) return false;
  if (index + 1 < count && isNumber(tokens, index + 1)) return true;
  if (index === 0) return false;
  const before = text.slice(start[index - 1], end[index - 1]);
  return timePrepositions.has(before.toLowerCase()) || before === '.' || isNumber(tokens, index - 1);
}

/** Whether a word is a country or a region, or a city behind a preposition of place or another city: `in Leeds and Dayton`. */
function isPlaceOfText({ text, tokens: { start, end, bits } }: LabelledText, index: number): boolean {
  const known = bits[index]!;
  if ((known & WORD.region) !== 0 && (known & WORD.firstName) === 0) return true;
  if ((known & (WORD.city | WORD.region)) === 0 || index === 0) return false;
  const before = text.slice(start[index - 1], end[index - 1]).toLowerCase();
  if (placePrepositions.has(before)) return true;
  if (!conjunctions.has(before) || index < 2) return false;
  const other = index < 3 ? '' : text.slice(start[index - 3], end[index - 3]).toLowerCase();
  const isBehindPlace = (bits[index - 2]! & WORD.city) !== 0 || placePrepositions.has(other);
  return isBehindPlace || ((known & WORD.region) !== 0 && before === ',');
}

/**
 * Whether a word is a part of a title or of an address on the web: `Google Docs`, `Jensen Electronics`,
 * `ally.io`. A given name may stand behind another word with a capital.
 */
function isPartOfTitle(labelled: LabelledText, index: number): boolean {
  const { word, start, end, bits, count } = labelled.tokens;
  const isDomain =
    word[index + 1] === dot && start[index + 1] === end[index] && start[index + 2] === end[index + 1];
  if (
    isDomain &&
    index + 2 < count &&
    shapeAt(labelled, index + 2) <= SHAPE.lower &&
    shapeAt(labelled, index + 2) >= SHAPE.lowerShort
  )
    return true;
  const isLetterOfGoods =
    shapeAt(labelled, index + 1) === SHAPE.upperOne &&
    word[index + 2] === hyphen &&
    start[index + 2] === end[index + 1];
  if (isLetterOfGoods) return true;
  const isWord = (at: number): boolean => {
    const form = at < 0 || at >= count ? SHAPE.sign : shapeAt(labelled, at);
    const rank = (bits[at] ?? 0) & WORD.rankMask;
    if (at < count && at >= 0 && particles.has(labelled.text.slice(start[at], end[at]).toLowerCase()))
      return false;
    const isTitle = form === SHAPE.title || form === SHAPE.upperShort || form === SHAPE.upper;
    return isTitle && rank > 0 && rank < rankOfForeign && (bits[at]! & nameBits) === 0;
  };
  return (
    isWord(index + 1) ||
    ((bits[index]! & WORD.firstName) === 0 && isWord(index - 1) && !isStart(labelled, index - 1))
  );
}

/** Whether a token begins a line or a sentence. */
function isStart(labelled: LabelledText, index: number): boolean {
  const form = index === 0 ? SHAPE.newline : shapeAt(labelled, index - 1);
  return form === SHAPE.newline || form === SHAPE.blankLine || labelled.tokens.word[index - 1] === dot;
}

/** Whether all words of a run are in lower case. */
function isLower(labelled: LabelledText, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) {
    const form = shapeAt(labelled, index);
    if (form > SHAPE.lower && form <= SHAPE.mixedLower) return false;
  }
  return true;
}

function hasKnown({ bits }: Tokens, { from, to }: Run): boolean {
  return bits.subarray(from, to).some((one) => (one & nameBits) !== 0);
}

const isEveryday = (bits: number): boolean => {
  const rank = bits & WORD.rankMask;
  return rank > 0 && rank < rankOfNoun;
};

/** Whether a known city follows another place: `in Leeds and Dayton`. */
function isInListOfPlaces({ tokens, labels }: LabelledText, index: number): boolean {
  return (tokens.bits[index]! & WORD.city) !== 0 && index > 1 && labels[index - 2] === location;
}

/** Whether a word of organizations is among several words: `T. Rowe Price International`. */
function hasOrganization({ text, tokens: { bits, start, end } }: LabelledText, { from, to }: Run): boolean {
  if (firmWords.has(text.slice(start[to - 1], end[to - 1]))) return true;
  for (let index = from; index < to; index++)
    if ((bits[index]! & (WORD.organization | nameBits)) === WORD.organization) return true;
  return false;
}

/** Whether a word is an exclamation of verse. */
const isExclamation = ({ text, tokens: { start, end } }: LabelledText, index: number): boolean =>
  exclamations.has(text.slice(start[index], end[index]));

/** Whether a rare word of the language also stands in lower case near by: `Duck` in a text about ducks. */
function isAlsoLower({ text, tokens: { start, end, bits } }: LabelledText, index: number): boolean {
  const rank = bits[index]! & WORD.rankMask;
  if (rank > 0 && rank < rankOfNoun) return false;
  const [from, to] = [start[index]!, end[index]!];
  const near = text.slice(Math.max(0, from - lowerReach), to + lowerReach);
  const word = text.slice(from, to).toLowerCase();
  for (let at = near.indexOf(word); at >= 0; at = near.indexOf(word, at + 1))
    if (!/\p{L}/u.test(near.charAt(at - 1)) && !/\p{L}/u.test(near.charAt(at + word.length).replace('s', '')))
      return true;
  return false;
}

/** Whether a slash or a hyphen and digits join a run with other words: `MT/ST`, `WM-OTRAN-CD1`. */
function isPartOfCode(labelled: LabelledText, { from, to }: Run): boolean {
  const { word, start, end } = labelled.tokens;
  const hasDigits = (index: number): boolean => {
    const form = shapeAt(labelled, index);
    return form >= SHAPE.digitsOne && form <= SHAPE.joined;
  };
  if (isUpperCode(labelled, { from, to }) || isEnding(labelled, { from, to })) return true;
  return (
    ((word[from - 1] === slash || word[from - 1] === hash) && end[from - 1] === start[from]) ||
    (word[to] === hyphen && start[to] === end[to - 1] && hasDigits(to + 1)) ||
    (from > 1 && word[from - 1] === hyphen && end[from - 1] === start[from] && hasDigits(from - 2))
  );
}

/** Whether a run is a word in lower case behind a dot without a blank: `report.docx`. */
function isEnding(labelled: LabelledText, { from, to }: Pick<Run, 'from' | 'to'>): boolean {
  const { word, start, end } = labelled.tokens;
  const isJoined = from > 1 && word[from - 1] === dot && end[from - 1] === start[from];
  return isJoined && start[from - 1] === end[from - 2] && isLower(labelled, { from, to, tag: 'PERSON' });
}

/** Whether capitals and hyphens make a code rather than a double name: `REC-FILLER`, `GOR-AMT`. */
function isUpperCode(labelled: LabelledText, { from, to }: Pick<Run, 'from' | 'to'>): boolean {
  const { word, start, end, bits } = labelled.tokens;
  const isUpper = (index: number): boolean => {
    const form = shapeAt(labelled, index);
    return form === SHAPE.upper || form === SHAPE.upperShort;
  };
  if (!isUpper(from) || !isUpper(to - 1)) return false;
  const isJoined = (index: number): boolean =>
    word[index] === hyphen && (end[index - 1] === start[index] || end[index] === start[index + 1]);
  if (isJoined(from - 1) || isJoined(to)) return true;
  for (let index = from; index < to; index++)
    if (isJoined(index) && ((bits[index - 1]! & nameBits) === 0 || (bits[index + 1]! & nameBits) === 0))
      return true;
  return false;
}

/** Whether a value of a rule, or a known name behind a comma, stands near a token in its line. */
function isBeside({ tokens, labels }: LabelledText, from: number, step: -1 | 1): boolean {
  for (let away = 1; away <= besideReach; away++) {
    const index = from + away * step;
    const shape = tokens.shape[index];
    if (shape === undefined || shape === SHAPE.newline || shape === SHAPE.blankLine) return false;
    if (shape === SHAPE.found) return true;
    if (labels[index] === person && (tokens.bits[index]! & nameBits) !== 0) return true;
    const isSign = shape === SHAPE.sign;
    if (!isSign && tokens.word[index] !== comma && tokens.word[index] !== semicolon) return false;
  }
  return false;
}
