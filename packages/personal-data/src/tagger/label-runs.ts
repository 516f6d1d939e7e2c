import { CUE_KINDS, type CueKind } from '../rules/cues';
import { addressEnd, addressStart, isAddress, isInBlock } from './address-runs';
import { isKin, isRole } from './addressed-names';
import { rankOfCompound } from './compounds';
import { hashWord, WORD } from './lexicon';
import { LABELS } from './linear-model';
import { withoutOddEntries } from './list-entries';
import { hasNameEvidence } from './name-evidence';
import { capitalArticles, firstParticles, particles } from './name-words';
import { withRepeatedNames } from './repeated-names';
import { SHAPE } from './shapes';
import { proseLine, type Surroundings } from './surroundings';
import type { TaggerBounds } from './tagger';
import { startsWithTitle } from './titled-names';
import { hasNumber, isPlainLower, isTitleCase, wordAt } from './token-forms';
import { signIdentity, type Tokens } from './tokens';

const person = LABELS.indexOf('PERSON');
const address = LABELS.indexOf('ADDRESS');
const firstPublicLabel = LABELS.indexOf('LOCATION');
const cueNumber = (kind: CueKind): number => CUE_KINDS.indexOf(kind) + 1;
const AT_SIGN = 64;
/** Highest rank of common words. */
const rankOfCommon = 4;
/** Rank of the rarest words of the vocabulary; beyond are words of other languages. */
const rankOfRarest = 5;
/** Most letters of an abbreviation within a name. */
const abbreviationMax = 3;
/** Most particles in a row: `von und zu`. */
const particlesMax = 3;
/** Least number of blanks between the fields of a form. */
const wideGap = 3;
const nameBits = WORD.firstName | WORD.lastName;
const otherBits = WORD.city | WORD.region | WORD.street | WORD.organization;
/** Least margin of an unknown family name behind a given name. */
const marginOfFamily = -150;
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
const dot = signIdentity + 46;
const hyphen = signIdentity + 45;
const middleDot = signIdentity + 0xb7;

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
    if (tag === 'PERSON') to = fullNameEnd(labelled, index, to);
    const from = tag === 'PERSON' ? fullNameStart(labelled, index, runs.at(-1)?.to ?? 0) : index;
    const run = trimmed(labelled, { from, to, tag });
    if (run.from < run.to && (isMeant(labelled, run) || isLooselyMeant(labelled, run, bounds)))
      runs.push(run);
    index = to;
  }
  return withRepeatedNames(labelled, bounds.PERSON === 'wider' ? runs : withoutOddEntries(labelled, runs));
}

/**
 * End of a name with what belongs to it: the second part of a double name, which a hyphen joins, and behind two
 * words a further family name.
 */
function fullNameEnd(labelled: LabelledText, from: number, to: number): number {
  const { text, tokens, labels } = labelled;
  const { word, start, end, bits, count } = tokens;
  const isJoined =
    to + 1 < count && word[to] === hyphen && start[to] === end[to - 1] && start[to + 1] === end[to];
  if (isJoined && isTitleCase(tokens, to + 1)) return to + 2;
  let known = to;
  while (known > from + 1 && firstParticles.has(wordAt(text, tokens, known - 1))) known--;
  const behind = endBehindParticles(labelled, from, known);
  if (behind !== null) return behind;
  if (isGivenName(labelled, from, to) && isFamilyName(labelled, to)) return to + 1;
  const isBehindName = to - from > 1 && isTitleCase(tokens, to - 1) && isTitleCase(tokens, from);
  if (!isBehindName || to >= count || labels[to] === address || isWideGap(tokens, to)) return to;
  const rank = bits[to]! & WORD.rankMask;
  const isFamily = (bits[to]! & WORD.lastName) !== 0 && (rank === 0 || rank >= rankOfCommon);
  return isFamily && isTitleCase(tokens, to) && !isTitleCase(tokens, to + 1) ? to + 1 : to;
}

/** Start of a name with what belongs to it: the first part of a double name, and a given name before that. */
function fullNameStart({ tokens, margin }: LabelledText, from: number, least: number): number {
  const { word, start, end, bits } = tokens;
  let first = from;
  const isJoined = word[first - 1] === hyphen && start[first] === end[first - 1];
  const isDouble = isJoined && start[first - 1] === end[first - 2] && isTitleCase(tokens, first);
  if (isDouble && first - 2 >= least && isTitleCase(tokens, first - 2)) first -= 2;
  if (first === from || first - 1 < least) return first;
  const isGiven = isTitleCase(tokens, first - 1) && (bits[first - 1]! & WORD.firstName) !== 0;
  return isGiven && margin(first - 1, person) > 0 ? first - 1 : first;
}

/** End of a name behind which particles and a family name follow: `Wiebe van der Ploeg`; null for none. */
function endBehindParticles({ text, tokens }: LabelledText, from: number, to: number): number | null {
  const { bits, count } = tokens;
  if (to + 1 >= count || !firstParticles.has(wordAt(text, tokens, to)) || !hasNameBits(tokens, from, to))
    return null;
  let at = to + 1;
  while (at - to < particlesMax && at + 1 < count && particles.has(wordAt(text, tokens, at))) at++;
  const isSingle = to - from === 1;
  if (!isTitleCase(tokens, at) || (isSingle && (bits[at]! & WORD.city) !== 0)) return null;
  const rank = bits[at]! & WORD.rankMask;
  const isFamily = (bits[at]! & WORD.lastName) !== 0 || rank === 0 || (rank > rankOfRarest && at - to > 1);
  return isFamily ? at + 1 : null;
}

/** Whether a run is a known given name, or a double one. */
function isGivenName({ tokens }: LabelledText, from: number, to: number): boolean {
  const { bits, word } = tokens;
  if ((bits[from]! & WORD.firstName) === 0 || !isTitleCase(tokens, from)) return false;
  return to - from === 1 || (to - from === 3 && word[from + 1] === hyphen);
}

/** Whether a word behind a given name is a family name that no list has. */
function isFamilyName({ tokens, labels, margin }: LabelledText, index: number): boolean {
  const { bits, count } = tokens;
  if (index >= count || labels[index] === address || isWideGap(tokens, index)) return false;
  const rank = bits[index]! & WORD.rankMask;
  const isUnlisted = (rank === 0 || rank === rankOfCompound) && (bits[index]! & otherBits) === 0;
  const isLast = isTitleCase(tokens, index) && !isTitleCase(tokens, index + 1);
  return isUnlisted && isLast && margin(index, person) > marginOfFamily;
}

const hasNameBits = ({ bits }: Tokens, from: number, to: number): boolean =>
  bits.subarray(from, to).some((one) => (one & nameBits) !== 0);

/** Whether a token continues the span of the token before it. */
function joins({ text, tokens }: LabelledText, index: number, tag: string): boolean {
  const shape = tokens.shape[index]!;
  if (shape === SHAPE.found || shape === SHAPE.blankLine) return false;
  if (tokens.word[index] === cellBorder) return false;
  if (tag === 'ADDRESS') return shape !== SHAPE.newline || !endsRow(tokens, index);
  if (shape === SHAPE.newline || isWideGap(tokens, index)) return false;
  if (tag === 'PERSON' && (isDash(tokens, index) || tokens.word[index] === middleDot)) return false;
  if (tag === 'PERSON' && tokens.word[index - 1] === dot) return !endsSentence(text, tokens, index - 1);
  return tag !== 'USERNAME' || tokens.start[index] === tokens.end[index - 1];
}

/** Whether a token is a hyphen between blanks, which parts a name from a role: `Anna Berger - Leitung`. */
const isDash = ({ word, start, end, count }: Tokens, index: number): boolean =>
  word[index] === hyphen &&
  start[index]! > end[index - 1]! &&
  index + 1 < count &&
  start[index + 1]! > end[index]!;

/** Whether the line that ends at a token is a row of cells. */
function endsRow({ word, shape }: Tokens, index: number): boolean {
  for (let at = index - 1; at >= 0 && shape[at] !== SHAPE.newline && shape[at] !== SHAPE.blankLine; at--)
    if (word[at] === cellBorder) return true;
  return false;
}

/** Whether a token stands apart from the one before it, as in forms without lines. */
const isWideGap = ({ start, end }: Tokens, index: number): boolean =>
  start[index]! - end[index - 1]! >= wideGap;

/** Whether a dot ends a sentence: not behind initials, titles and abbreviations such as `Jr.` */
function endsSentence(text: string, tokens: Tokens, index: number): boolean {
  const length = tokens.end[index - 1]! - tokens.start[index - 1]!;
  return length > abbreviationMax && !startsWithTitle(text, tokens, index - 1);
}

/** The run without signs and line breaks at its ends. */
function trimmed(labelled: LabelledText, { from, to, tag }: Run): Run {
  const { text, tokens, placed } = labelled;
  let first = from;
  let end = to;
  while (first < end && tokens.shape[first]! <= SHAPE.found) first++;
  while (end > first && tokens.shape[end - 1]! <= SHAPE.found) end--;
  if (tag === 'ADDRESS')
    return { from: addressStart(text, tokens, first, end), to: addressEnd(tokens, first, end), tag };
  if (tag === 'PERSON') {
    const hasCapital = isTitleCase(tokens, first) || isTitleCase(tokens, first + 1);
    // A word behind a name, such as a verb.
    while (hasCapital && end > first + 1 && placed[end - 1] === 0 && isLowerEnd(tokens, end - 1)) end--;
    if (hasCapital && isArticle(tokens, first)) first = end;
    if (!hasCapital) {
      while (end > first + 1 && isCommonLower(tokens, end - 1)) end--;
      while (first + 1 < end && (isCommonLower(tokens, first) || tokens.shape[first]! <= SHAPE.found))
        first++;
    }
    if (end > first + 1 && placed[first] === 0 && isStreet(tokens, end - 1))
      return { from: first, to: end, tag: 'ADDRESS' };
    for (let index = first + 1; index < end; index++)
      if (isArticle(tokens, index) && !isBehindParticle(text, tokens, index)) end = index;
    while (end > first + 1 && placed[first] === 0 && isBeforeName(labelled, first, end)) first++;
    // A relative within a run, such as `Mia madre Onorina`.
    for (let index = first; index + 1 < end; index++)
      if (placed[index] === 0 && isKin(text, tokens, index) && isTitleCase(tokens, index + 1))
        first = index + 1;
  }
  return { from: first, to: end, tag };
}

/** Whether the first word of a run is a role, a noun or a verb, and the name follows it: `Meldung von Anna`. */
function isBeforeName({ text, tokens, margin }: LabelledText, first: number, end: number): boolean {
  const { bits, word, shape } = tokens;
  const next = first + 1;
  if (isPlainLower(tokens, first)) return isTitleCase(tokens, next);
  const firstWord = text.slice(tokens.start[first], tokens.end[first]);
  const rank = bits[first]! & WORD.rankMask;
  if (capitalArticles.has(firstWord) && isNoun(bits[next]!)) return true;
  if ((bits[first]! & nameBits) !== 0) return false;
  if (!isTitleCase(tokens, next))
    return rank > 0 && next + 1 < end && particles.has(text.slice(tokens.start[next], tokens.end[next]));
  if (isRole(text, tokens, first) || capitalPronouns.has(firstWord)) return true;
  if (rank > 0 && (bits[next]! & WORD.firstName) !== 0) return true;
  // A noun or a verb before a single name: `Klingel Pawlak`.
  if (rank > rankOfRarest || (rank > 0 && rank < rankOfCommon))
    return end - first === 2 && margin(first, person) < 0;
  const starts = first === 0 || shape[first - 1] === SHAPE.newline || word[first - 1] === dot;
  const isWhole = end >= tokens.count || shape[end] === SHAPE.newline || shape[end] === SHAPE.blankLine;
  return starts && (end - first > 2 || !isWhole) && (bits[next]! & WORD.firstName) !== 0;
}

/** Whether a word is one of the language and no name. */
const isNoun = (bits: number): boolean => (bits & WORD.rankMask) !== 0 && (bits & nameBits) === 0;

/** Whether a word is a part of addresses and no name: `Street`. */
const isStreet = ({ bits }: Tokens, index: number): boolean =>
  (bits[index]! & (WORD.street | nameBits)) === WORD.street;

/** Whether a word in lower case is one of everyday language. */
const isCommonLower = (tokens: Tokens, index: number): boolean => {
  const rank = tokens.bits[index]! & WORD.rankMask;
  return isPlainLower(tokens, index) && rank > 0 && rank < rankOfCommon;
};

/** Whether a word in lower case ends a name: it is none, or a particle such as `al`. */
const isLowerEnd = (tokens: Tokens, index: number): boolean => {
  const form = tokens.shape[index]! & ~SHAPE.foreign;
  return form === SHAPE.lowerOne || form === SHAPE.lowerShort || isPlainLower(tokens, index);
};

/** Articles in lower case, by their hashes: what follows them is a noun. */
const articles: ReadonlySet<number> = new Set(
  'der die das dem ein eine einen einem einer the'
    .split(' ')
    .map((word) => hashWord(Array.from(word, (char) => char.charCodeAt(0)))),
);

const isBehindParticle = (text: string, { start, end }: Tokens, index: number): boolean =>
  firstParticles.has(text.slice(start[index - 1], end[index - 1]));

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

/** Whether a run is a label before a value that a rule has found, in capitals or no known name: `IBAN: …`. */
function isLabel({ shape, word, bits, count }: Tokens, { from, to }: Run): boolean {
  return (
    to - from === 1 &&
    (shape[from] === SHAPE.upper || shape[from] === SHAPE.upperShort || (bits[from]! & nameBits) === 0) &&
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
