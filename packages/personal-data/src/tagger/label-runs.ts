import { CUE_KINDS, type CueKind } from '../rules/cues';
import { isRole, startsWithTitle } from './addressed-names';
import { hashWord, WORD } from './lexicon';
import { LABELS } from './linear-model';
import { withoutOddEntries } from './list-entries';
import { hasNameEvidence } from './name-evidence';
import { SHAPE } from './shapes';
import { aboutGoods, proseLine, type Surroundings } from './surroundings';
import type { TaggerBounds } from './tagger';
import { signIdentity, type Tokens } from './tokens';

const firstPublicLabel = LABELS.indexOf('LOCATION');
const cueNumber = (kind: CueKind): number => CUE_KINDS.indexOf(kind) + 1;
/** Most tokens between the lines of an address, quotation marks and line breaks included. */
const blockReach = 4;
const AT_SIGN = 64;
/** Words that with a number alone are no address. */
const partsOfBuildings: ReadonlySet<string> = new Set(
  'Building Block Box Floor Unit Room Suite Level'.split(' '),
);
/** Most digits of the number of a house. */
const houseDigitsMax = 4;
/** Least number of tokens of an address without a known street or place. */
const leastTokens = 4;
/** Highest rank of common words. */
const rankOfCommon = 4;
/** Rank of the rarest words of the vocabulary; beyond are words of other languages. */
const rankOfRarest = 5;
/** Most letters of an abbreviation within a name. */
const abbreviationMax = 3;
/** Letters from which a word in lower case is no joint of names such as `de la`. */
const longWord = 5;
const nameBits = WORD.firstName | WORD.lastName;
/** Pronouns that German writes with a capital. */
const capitalPronouns: ReadonlySet<string> = new Set([
  'Ihnen',
  'Ihr',
  'Ihre',
  'Ihren',
  'Ihrem',
  'Ihrer',
  'Sie',
  'Wir',
]);
/** The separator of cells in tables, `|`. */
const cellBorder = signIdentity + 124;
const colon = signIdentity + 58;
const comma = signIdentity + 44;
const dot = signIdentity + 46;

/** Kind of cue, by its number, that values of these tags need before them. */
const NEEDED_CUES: Readonly<Record<string, number>> = {
  DATE_OF_BIRTH: cueNumber('BIRTH'),
  MEDICAL_RECORD: cueNumber('MEDICAL_RECORD'),
  USERNAME: cueNumber('USER'),
};

/** A text with the labels of its tokens. */
export interface LabelledText {
  text: string;
  tokens: Tokens;
  around: Surroundings;
  labels: Uint8Array;
  /** 1 for tokens that are names by their place. */
  placed: Uint8Array;
  /** By how much the score of a label exceeds the best other one at a token. */
  margin: (index: number, label: number) => number;
}

/** Tokens `from` (inclusive) to `to` (exclusive) with one label. */
export interface Run {
  from: number;
  to: number;
  tag: string;
}

/** Runs of tokens with the same label of personal data that can be values of their kind, in order. */
export function labelRuns(labelled: LabelledText, bounds: TaggerBounds): readonly Run[] {
  const { tokens, labels } = labelled;
  const runs: Run[] = [];
  let index = 0;
  while (index < tokens.count) {
    const label = labels[index]!;
    if (label === 0 || label >= firstPublicLabel) {
      index++;
      continue;
    }
    const tag = LABELS[label]!;
    let to = index + 1;
    while (to < tokens.count && labels[to] === label && joins(labelled, to, tag)) to++;
    const run = trimmed(labelled, { from: index, to, tag });
    if (run.from < run.to && (isMeant(labelled, run) || isLooselyMeant(labelled, run, bounds)))
      runs.push(run);
    index = to;
  }
  return bounds.PERSON === 'wider' ? runs : withoutOddEntries(labelled, runs);
}

/** Whether a token continues the span of the token before it. */
function joins({ text, tokens }: LabelledText, index: number, tag: string): boolean {
  const shape = tokens.shape[index]!;
  if (shape === SHAPE.found || shape === SHAPE.blankLine) return false;
  if (tokens.word[index] === cellBorder) return false;
  if (tag === 'ADDRESS') return true;
  if (shape === SHAPE.newline) return false;
  if (tag === 'PERSON' && tokens.word[index - 1] === dot) return !endsSentence(text, tokens, index - 1);
  return tag !== 'USERNAME' || tokens.start[index] === tokens.end[index - 1];
}

/** Whether a dot ends a sentence: not behind initials, titles and abbreviations such as `Jr.` */
function endsSentence(text: string, tokens: Tokens, index: number): boolean {
  const length = tokens.end[index - 1]! - tokens.start[index - 1]!;
  return length > abbreviationMax && !startsWithTitle(text, tokens, index - 1);
}

/** The run without signs and line breaks at its ends. */
function trimmed({ text, tokens, placed }: LabelledText, { from, to, tag }: Run): Run {
  let first = from;
  let end = to;
  while (first < end && tokens.shape[first]! <= SHAPE.found) first++;
  while (end > first && tokens.shape[end - 1]! <= SHAPE.found) end--;
  if (tag === 'ADDRESS')
    return { from: addressStart(tokens, first, end), to: addressEnd(tokens, first, end), tag };
  if (tag === 'PERSON') {
    const hasCapital = isTitleCase(tokens, first) || isTitleCase(tokens, first + 1);
    // A word behind a name, such as a verb.
    while (hasCapital && end > first + 1 && placed[end - 1] === 0 && isPlainLower(tokens, end - 1)) end--;
    if (hasCapital && isArticle(tokens, first)) first = end;
    for (let index = first + 1; index < end; index++) if (isArticle(tokens, index)) end = index;
    while (end > first + 1 && placed[first] === 0 && isBeforeName(text, tokens, first, end)) first++;
  }
  return { from: first, to: end, tag };
}

/** Whether the first word of a run is a role or begins the sentence, and the name follows it. */
function isBeforeName(text: string, tokens: Tokens, first: number, end: number): boolean {
  const { bits, word, shape } = tokens;
  if ((bits[first]! & nameBits) !== 0 || !isTitleCase(tokens, first + 1)) return false;
  if (isRole(text, tokens, first) || capitalPronouns.has(text.slice(tokens.start[first], tokens.end[first])))
    return true;
  const starts = first === 0 || shape[first - 1] === SHAPE.newline || word[first - 1] === dot;
  return starts && end - first > 2 && (bits[first + 1]! & WORD.firstName) !== 0;
}

const isNumber = ({ shape }: Tokens, index: number): boolean => {
  const form = shape[index]! & ~SHAPE.foreign;
  return form >= SHAPE.digitsOne && form <= SHAPE.lowerDigits;
};

/** Whether a word of an address is one of the sentence around it. */
const isOfSentence = (tokens: Tokens, index: number): boolean =>
  isPlainLower(tokens, index) && (tokens.bits[index]! & WORD.gazetteerMask & ~WORD.rankMask) === 0;

/** Start of an address without the words of a sentence before its first number or street. */
function addressStart(tokens: Tokens, from: number, to: number): number {
  let start = from;
  for (let index = from; index < to; index++) {
    if (isNumber(tokens, index) || (tokens.bits[index]! & WORD.street) !== 0) break;
    if (isPlainLower(tokens, index) && (start === index || isOfSentence(tokens, index))) start = index + 1;
  }
  return start < to && (start === from || isTitleCase(tokens, start) || isNumber(tokens, start))
    ? start
    : from;
}

/** End of an address before the sentence that continues behind a comma. */
function addressEnd(tokens: Tokens, from: number, to: number): number {
  let hasNumber = false;
  for (let index = from; index + 1 < to; index++) {
    hasNumber ||= isNumber(tokens, index);
    const isLong = tokens.end[index + 1]! - tokens.start[index + 1]! >= longWord;
    if (hasNumber && tokens.word[index] === comma && isLong && isOfSentence(tokens, index + 1)) return index;
  }
  return to;
}

const isTitleCase = ({ shape }: Tokens, index: number): boolean => {
  const form = (shape[index] ?? 0) & ~SHAPE.foreign;
  return form === SHAPE.title || form === SHAPE.titleShort;
};

const isPlainLower = ({ shape, bits }: Tokens, index: number): boolean => {
  const form = shape[index]! & ~SHAPE.foreign;
  return form >= SHAPE.lowerOne && form <= SHAPE.lower && (bits[index]! & nameBits) === 0;
};

/** Articles in lower case, by their hashes: what follows them is a noun. */
const articles: ReadonlySet<number> = new Set(
  'der die das dem ein eine einen einem einer the'
    .split(' ')
    .map((word) => hashWord(Array.from(word, (char) => char.charCodeAt(0)))),
);

const isArticle = ({ shape, word }: Tokens, index: number): boolean =>
  (shape[index] === SHAPE.lowerShort || shape[index] === SHAPE.lower) && articles.has(word[index]!);

/** Whether a run can be a value of a kind whose bound is `wider`: its words may be ones of the language. */
function isLooselyMeant({ text, tokens }: LabelledText, run: Run, bounds: TaggerBounds): boolean {
  if (run.tag === 'ADDRESS')
    return bounds.ADDRESS === 'wider' && hasNumber(tokens, run) && run.to - run.from > 1;
  if (run.tag !== 'PERSON' || bounds.PERSON !== 'wider' || isLabel(tokens, run)) return false;
  const isTitle = startsWithTitle(text, tokens, run.from) && run.to - run.from === 1;
  return !isTitle && isTitleCase(tokens, run.from) && tokens.end[run.to - 1]! - tokens.start[run.from]! > 2;
}

function isMeant(labelled: LabelledText, run: Run): boolean {
  const { text, tokens, around } = labelled;
  const { from, tag } = run;
  if (tag === 'ADDRESS') return isAddress(labelled, run);
  if (tag === 'PERSON' && startsWithTitle(text, tokens, from)) return run.to - from > 1;
  if (tag === 'PERSON' && labelled.placed[from] === 1) return true;
  if (tag === 'PERSON' && (isUnknownCell(tokens, run) || !hasNameEvidence(labelled, run))) return false;
  if (tag === 'PERSON') return isPerson(tokens, run) && !isCellOfWord(labelled, run) && !isLabel(tokens, run);
  if (tag === 'USERNAME' && from > 0 && text.charCodeAt(tokens.start[from]! - 1) === AT_SIGN) return true;
  return around.cue[from] === NEEDED_CUES[tag] && (tag === 'USERNAME' || hasNumber(tokens, run));
}

/**
 * Whether a run can be a name: one word is a known name, or no word is common in the language.
 */
function isPerson(tokens: Tokens, { from, to }: Run): boolean {
  const { start, end, bits, shape } = tokens;
  if (end[to - 1]! - start[from]! < 2) return false;
  let common = 0;
  for (let index = from; index < to; index++) {
    if ((bits[index]! & nameBits) !== 0) return to - from > 1 || bits[index]! >>> WORD.cueShift === 0;
    // Initials are letters that the vocabulary knows.
    if ((shape[index]! & ~SHAPE.foreign) === SHAPE.upperOne && to - from > 1) continue;
    const rank = bits[index]! & WORD.rankMask;
    const isRare =
      rank === 0 ||
      (to - from > 1 && rank >= rankOfCommon && rank <= rankOfRarest && isTitleCase(tokens, index));
    if (!isRare || shape[index] === SHAPE.upper || shape[index] === SHAPE.upperShort) common++;
  }
  return common === 0;
}

/** Whether a run is a label in capitals before a value that a rule has found: `IBAN: …`. */
function isLabel({ shape, word, count }: Tokens, { from, to }: Run): boolean {
  return (
    to - from === 1 &&
    (shape[from] === SHAPE.upper || shape[from] === SHAPE.upperShort) &&
    to + 1 < count &&
    word[to] === colon &&
    shape[to + 1] === SHAPE.found
  );
}

/** Whether a run is all of a cell in a row of cells: a single word that is no known name. */
function isUnknownCell({ word, shape, bits, count }: Tokens, { from, to }: Run): boolean {
  if (to - from > 1 || (bits[from]! & nameBits) !== 0) return false;
  const startsCell = from > 0 && word[from - 1] === cellBorder;
  const endsCell = to < count && word[to] === cellBorder;
  const startsRow = from === 0 || (shape[from - 1]! > SHAPE.sign && shape[from - 1]! <= SHAPE.blankLine);
  const endsRow = to >= count || (shape[to]! > SHAPE.sign && shape[to]! <= SHAPE.blankLine);
  return (startsCell && (endsCell || endsRow)) || (endsCell && startsRow);
}

/** Whether a run is a single word of the language in a line that is not prose, without a cue for a name. */
function isCellOfWord(labelled: LabelledText, run: Run): boolean {
  const { tokens, around } = labelled;
  const { from, to } = run;
  const rank = tokens.bits[from]! & WORD.rankMask;
  return (
    to - from === 1 &&
    rank > 0 &&
    rank <= rankOfCommon &&
    around.cue[from] === 0 &&
    (around.line[from]! & proseLine) === 0 &&
    !isInBlock(labelled, run)
  );
}

/**
 * Whether a run can be an address: a number and a word, a street word and another one, or a code after a cue.
 */
function isAddress(labelled: LabelledText, run: Run): boolean {
  const { text, tokens, around } = labelled;
  let words = 0;
  let streets = 0;
  let places = 0;
  for (let index = run.from; index < run.to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.lowerOne && shape <= SHAPE.otherScript) words++;
    if ((tokens.bits[index]! & WORD.street) !== 0) streets++;
    if (
      (tokens.bits[index]! & (WORD.city | WORD.region)) !== 0 &&
      (tokens.bits[index]! & WORD.rankMask) !== 1
    )
      places++;
  }
  if (streets === 0 && hasSentence(tokens, run)) return false;
  if (!hasNumber(tokens, run)) return streets > 0 && words > 1 && !hasMixedCase(tokens, run);
  const isPart = partsOfBuildings.has(text.slice(tokens.start[run.from], tokens.end[run.from]));
  if (isPart && run.to - run.from === 2 && !isInBlock(labelled, run)) return false;
  if (around.cue[run.from] === cueNumber('ADDRESS')) return true;
  // A code such as `P-204`.
  if (streets + places === 0 && !/\s/.test(text.slice(tokens.start[run.from], tokens.end[run.to - 1])))
    return false;
  const line = around.line[run.from]!;
  if ((line & aboutGoods) !== 0 && streets === 0) return false;
  if (streets + places > 0) return words > 0;
  // A word and a long number beside other personal data: `Ticket 48213`.
  if (isInBlock(labelled, run)) return words > 0 && (run.to - run.from > 2 || !hasLongNumber(tokens, run));
  return words > 0 && run.to - run.from >= leastTokens && (line & proseLine) !== 0;
}

function hasMixedCase({ shape }: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++)
    if ((shape[index]! & ~SHAPE.foreign) === SHAPE.mixedUpper) return true;
  return false;
}

/** Whether a run holds a word of a sentence: in lower case, behind one with a capital, and no part of names. */
function hasSentence({ start, end, shape, bits }: Tokens, { from, to }: Run): boolean {
  let hasCapital = false;
  for (let index = from; index < to; index++) {
    const form = shape[index]! & ~SHAPE.foreign;
    hasCapital ||= form >= SHAPE.titleShort && form <= SHAPE.mixedLower;
    const isLong = form === SHAPE.lower && end[index]! - start[index]! >= longWord;
    if (hasCapital && isLong && (bits[index]! & WORD.gazetteerMask & ~WORD.rankMask) === 0) return true;
  }
  return false;
}

/** Whether a run has several lines, or other personal data directly next to it. */
function isInBlock({ tokens, labels }: LabelledText, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) if (tokens.shape[index] === SHAPE.newline) return true;
  return isBesidePersonal(tokens, labels, from, -1) || isBesidePersonal(tokens, labels, to - 1, 1);
}

/** Whether one of the tokens near `from` is labelled as personal data, in the same cell. */
function isBesidePersonal(tokens: Tokens, labels: Uint8Array, from: number, step: -1 | 1): boolean {
  for (let away = 1; away <= blockReach; away++) {
    const index = from + away * step;
    if (index < 0 || index >= tokens.count || tokens.word[index] === cellBorder) return false;
    if (labels[index]! > 0 && labels[index]! < firstPublicLabel) return true;
  }
  return false;
}

/** Whether a run holds a number of five digits or more. */
function hasLongNumber({ shape }: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++)
    if (shape[index]! >= SHAPE.digitsOne + houseDigitsMax && shape[index]! <= SHAPE.digitsMany) return true;
  return false;
}

function hasNumber(tokens: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.digitsOne && shape <= SHAPE.lowerDigits) return true;
  }
  return false;
}
