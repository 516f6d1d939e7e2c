import { CUE_KINDS, type CueKind } from '../rules/cues';
import type { PiiSpan } from '../engine';
import { WORD } from './lexicon';
import { LABELS } from './linear-model';
import { SHAPE } from './shapes';
import type { Surroundings } from './surroundings';
import { signIdentity, type Tokens } from './tokens';

const firstPublicLabel = LABELS.indexOf('LOCATION');
const cueNumber = (kind: CueKind): number => CUE_KINDS.indexOf(kind) + 1;
const AT_SIGN = 64;
/** The sign between cells of tables. */
const cellBorder = signIdentity + 124;

/** Cue words that values of these tags need before them. */
const NEEDED_CUES: Readonly<Record<string, number>> = {
  DATE_OF_BIRTH: cueNumber('BIRTH'),
  MEDICAL_RECORD: cueNumber('MEDICAL_RECORD'),
  USERNAME: cueNumber('USER'),
};

/** Tokens from `from` up to `to` with one label. */
interface Run {
  from: number;
  to: number;
  tag: string;
}

/** Spans of tokens that bear the same label of personal data one after another. */
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
    if (run.from < run.to && isMeant(text, tokens, around, run))
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

function isMeant(text: string, tokens: Tokens, around: Surroundings, run: Run): boolean {
  const { from, tag } = run;
  if (tag === 'ADDRESS') return isAddress(tokens, around, run);
  if (tag === 'PERSON') return tokens.end[run.to - 1]! - tokens.start[from]! > 1;
  if (tag === 'USERNAME' && from > 0 && text.charCodeAt(tokens.start[from]! - 1) === AT_SIGN) return true;
  return around.cue[from] === NEEDED_CUES[tag] && (tag === 'USERNAME' || hasNumber(tokens, run));
}

/** An address has a number and a word, or a word for streets and another one; or it is a code behind a cue. */
function isAddress(tokens: Tokens, around: Surroundings, run: Run): boolean {
  let words = 0;
  let streets = 0;
  for (let index = run.from; index < run.to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.lowerOne && shape <= SHAPE.otherScript) words++;
    if ((tokens.bits[index]! & WORD.street) !== 0) streets++;
  }
  if (!hasNumber(tokens, run)) return streets > 0 && words > 1;
  return words > 0 || around.cue[run.from] === cueNumber('ADDRESS');
}

function hasNumber(tokens: Tokens, { from, to }: Run): boolean {
  for (let index = from; index < to; index++) {
    const shape = tokens.shape[index]! & ~SHAPE.foreign;
    if (shape >= SHAPE.digitsOne && shape <= SHAPE.lowerDigits) return true;
  }
  return false;
}
