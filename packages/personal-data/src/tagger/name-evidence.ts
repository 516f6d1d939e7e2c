import { isInitialOfOthers } from './addressed-names';
import type { LabelledText, Run } from './label-runs';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import { signIdentity } from './tokens';

const person = LABELS.indexOf('PERSON');
const location = LABELS.indexOf('LOCATION');
const nameBits = WORD.firstName | WORD.lastName;
const hyphen = signIdentity + 45;
const slash = signIdentity + 47;
const comma = signIdentity + 44;
const semicolon = signIdentity + 59;
const exclamations: ReadonlySet<string> = new Set(['Oh', 'Ah', 'Lo', 'Thy', 'Thou', 'Hath']);
/** Characters on both sides of a word in which the same word is looked for in lower case. */
const lowerReach = 400;
/** Lowest rank of words for which that counts: `will` says nothing of `Will`. */
const rankOfNoun = 4;
/** Least margin of a single word that is no known name and that nothing announces. */
const marginOfUnknown = 300;
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
  if (run.to - run.from > 1) return !hasOrganization(labelled, run);
  const { tokens, around } = labelled;
  const { from } = run;
  const bits = tokens.bits[from]!;
  const isKnown = (bits & nameBits) !== 0;
  const form = shapeAt(labelled, from);
  if (form >= SHAPE.lowerOne && form <= SHAPE.lower) return isKnown;
  if (isInListOfPlaces(labelled, from) || isAlsoLower(labelled, from)) return false;
  return (
    isKnown ||
    around.cue[from] !== 0 ||
    labelled.margin(from, person) >= marginOfUnknown ||
    isBeside(labelled, from, -1) ||
    isBeside(labelled, from, 1)
  );
}

/** Whether a known city follows another place: `in Leeds and Dayton`. */
function isInListOfPlaces({ tokens, labels }: LabelledText, index: number): boolean {
  return (tokens.bits[index]! & WORD.city) !== 0 && index > 1 && labels[index - 2] === location;
}

/** Whether a word of organizations is among several words: `T. Rowe Price International`. */
function hasOrganization({ tokens: { bits } }: LabelledText, { from, to }: Run): boolean {
  for (let index = from; index < to; index++)
    if ((bits[index]! & (WORD.organization | nameBits)) === WORD.organization) return true;
  return false;
}

/** Whether a word is an exclamation of verse. */
const isExclamation = ({ text, tokens: { start, end } }: LabelledText, index: number): boolean =>
  exclamations.has(text.slice(start[index], end[index]));

/** Whether a rare word of the language also stands in lower case near by: `Duck` in a text about ducks. */
function isAlsoLower({ text, tokens: { start, end, bits } }: LabelledText, index: number): boolean {
  if ((bits[index]! & WORD.rankMask) < rankOfNoun) return false;
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
  return (
    (word[from - 1] === slash && end[from - 1] === start[from]) ||
    (word[to] === hyphen && start[to] === end[to - 1] && hasDigits(to + 1)) ||
    (from > 1 && word[from - 1] === hyphen && end[from - 1] === start[from] && hasDigits(from - 2))
  );
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
