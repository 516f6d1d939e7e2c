import { CUE_KINDS, type CueKind } from '../rules/cues';
import type { PiiSpan } from '../engine';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import { aboutGoods, proseLine, type Surroundings } from './surroundings';
import { signIdentity, type Tokens } from './tokens';

const firstPublicLabel = LABELS.indexOf('LOCATION');
const cueNumber = (kind: CueKind): number => CUE_KINDS.indexOf(kind) + 1;
/** Most tokens between the lines of an address, quotation marks and line breaks included. */
const blockReach = 4;
const AT_SIGN = 64;
/** Highest rank of common words. */
const rankOfCommon = 4;
const nameBits = WORD.firstName | WORD.lastName;
/** The separator of cells in tables, `|`. */
const cellBorder = signIdentity + 124;
const colon = signIdentity + 58;

/** Kind of cue, by its number, that values of these tags need before them. */
const NEEDED_CUES: Readonly<Record<string, number>> = {
  DATE_OF_BIRTH: cueNumber('BIRTH'),
  MEDICAL_RECORD: cueNumber('MEDICAL_RECORD'),
  USERNAME: cueNumber('USER'),
};

/** A text with the labels of its tokens. */
interface Labelled {
  text: string;
  tokens: Tokens;
  around: Surroundings;
  labels: Uint8Array;
}

/** Tokens `from` (inclusive) to `to` (exclusive) with one label. */
interface Run {
  from: number;
  to: number;
  tag: string;
}

/** Spans of consecutive tokens with the same label of personal data. */
export function labelSpans(
  text: string,
  tokens: Tokens,
  around: Surroundings,
  labels: Uint8Array,
): PiiSpan[] {
  const spans: PiiSpan[] = [];
  let index = 0;
  while (index < tokens.count) {
    const label = labels[index]!;
    if (label === 0 || label >= firstPublicLabel) {
      index++;
      continue;
    }
    const tag = LABELS[label]!;
    let to = index + 1;
    while (to < tokens.count && labels[to] === label && joins(tokens, to, tag)) to++;
    const run = trimmed(tokens, { from: index, to, tag });
    if (run.from < run.to && isMeant({ text, tokens, around, labels }, run))
      spans.push({ start: tokens.start[run.from]!, end: tokens.end[run.to - 1]!, tag });
    index = to;
  }
  return spans;
}

/** Whether a token continues the span of the token before it. */
function joins(tokens: Tokens, index: number, tag: string): boolean {
  const shape = tokens.shape[index]!;
  if (shape === SHAPE.found || shape === SHAPE.blankLine) return false;
  if (tokens.word[index] === cellBorder) return false;
  if (tag === 'ADDRESS') return true;
  if (shape === SHAPE.newline) return false;
  return tag !== 'USERNAME' || tokens.start[index] === tokens.end[index - 1];
}

/** The run without signs and line breaks at its ends. */
function trimmed(tokens: Tokens, { from, to, tag }: Run): Run {
  let first = from;
  let end = to;
  while (first < end && tokens.shape[first]! <= SHAPE.found) first++;
  while (end > first && tokens.shape[end - 1]! <= SHAPE.found) end--;
  return { from: first, to: end, tag };
}

function isMeant(labelled: Labelled, run: Run): boolean {
  const { text, tokens, around } = labelled;
  const { from, tag } = run;
  if (tag === 'ADDRESS') return isAddress(labelled, run);
  if (tag === 'PERSON') return isPerson(tokens, run) && !isCellOfWord(labelled, run) && !isLabel(tokens, run);
  if (tag === 'USERNAME' && from > 0 && text.charCodeAt(tokens.start[from]! - 1) === AT_SIGN) return true;
  return around.cue[from] === NEEDED_CUES[tag] && (tag === 'USERNAME' || hasNumber(tokens, run));
}

/** Whether a run can be a name: one word is a known name, or all words are unknown to the language. */
function isPerson({ start, end, bits, shape }: Tokens, { from, to }: Run): boolean {
  if (end[to - 1]! - start[from]! < 2) return false;
  let known = 0;
  for (let index = from; index < to; index++) {
    if ((bits[index]! & nameBits) !== 0) return to - from > 1 || bits[index]! >>> WORD.cueShift === 0;
    if (
      (bits[index]! & WORD.rankMask) !== 0 ||
      shape[index] === SHAPE.upper ||
      shape[index] === SHAPE.upperShort
    )
      known++;
  }
  return known === 0;
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

/** Whether a run is a single word of the language in a line that is not prose, without a cue for a name. */
function isCellOfWord(labelled: Labelled, run: Run): boolean {
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
function isAddress(labelled: Labelled, run: Run): boolean {
  const { tokens, around } = labelled;
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
  if (!hasNumber(tokens, run)) return streets > 0 && words > 1;
  if (around.cue[run.from] === cueNumber('ADDRESS')) return true;
  const line = around.line[run.from]!;
  if ((line & aboutGoods) !== 0 && streets === 0) return false;
  return words > 0 && (streets + places > 0 || (line & proseLine) !== 0 || isInBlock(labelled, run));
}

/** Whether a run has several lines, or other personal data directly next to it. */
function isInBlock({ tokens, labels }: Labelled, { from, to }: Run): boolean {
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

function hasNumber(tokens: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.digitsOne && shape <= SHAPE.lowerDigits) return true;
  }
  return false;
}
