import { CUE_KINDS } from '../rules/cues';
import { WORD } from './lexicon';
import { SHAPE } from './shapes';
import { signIdentity, type Tokens } from './tokens';

/** Columns on the surroundings of each token. */
export interface Surroundings {
  /**
   * Bits on the line: case (0 mixed, 1 lower only, 2 upper only), prose (4), length (8 to 24), number of
   * unknown words (32 to 96), whether the text is about goods (128).
   */
  line: Uint8Array;
  /** Kind of the nearest cue word before the token; 0 for none. */
  cue: Uint8Array;
}

const cueTokensMax = 10;
/** Bit of `Surroundings.line` for lines of prose. */
export const proseLine = 4;
/** Bit of `Surroundings.line` for texts about goods. */
export const aboutGoods = 128;
const goodsKind = CUE_KINDS.indexOf('GOODS') + 1;
const partyKind = CUE_KINDS.indexOf('PARTY') + 1;
/**
 * Words about goods that a text about goods has: a least number, and a least share as one in this many words.
 */
const goodsMin = 3;
const wordsOfGoodsMax = 25;
/** Number of words about goods for which the name of a field ("price: …") counts. */
const fieldOfGoods = 2;
const colon = signIdentity + 58;

/** Describes `tokens` in columns, which are reused when they are long enough. */
export function describeSurroundings(tokens: Tokens, reused: Surroundings | null): Surroundings {
  const size = tokens.start.length;
  const columns =
    reused !== null && reused.line.length >= tokens.count
      ? reused
      : { line: new Uint8Array(size), cue: new Uint8Array(size) };
  describeLines(tokens, columns.line, isAboutGoods(tokens) ? aboutGoods : 0);
  describeCues(tokens, columns.cue);
  return columns;
}

/**
 * Whether a text is about goods: it names goods and their properties, but no people of an order and no value
 * that a rule has found.
 */
function isAboutGoods(tokens: Tokens): boolean {
  const { count, bits, shape } = tokens;
  let goods = 0;
  let words = 0;
  for (let index = 0; index < count; index++) {
    if (shape[index] === SHAPE.found) return false;
    if (bits[index] !== 0) words++;
    const kind = bits[index]! >>> WORD.cueShift;
    if (kind === partyKind) return false;
    if (kind === goodsKind) goods += isField(tokens, index) ? fieldOfGoods : 1;
  }
  return goods >= goodsMin && goods * wordsOfGoodsMax >= words;
}

/** Whether a word is the name of a field: at the start of its line, before a colon. */
function isField({ word, shape, count }: Tokens, index: number): boolean {
  if (index + 1 >= count || word[index + 1] !== colon) return false;
  return index === 0 || shape[index - 1] === SHAPE.newline || shape[index - 1] === SHAPE.blankLine;
}

function describeLines(tokens: Tokens, line: Uint8Array, topic: number): void {
  const { count, shape } = tokens;
  let from = 0;
  while (from < count) {
    let to = from;
    while (to < count && shape[to] !== SHAPE.newline && shape[to] !== SHAPE.blankLine) to++;
    line.fill(describeLine(tokens, from, to) | topic, from, Math.min(to + 1, count));
    from = to + 1;
  }
}

function describeLine({ shape, bits }: Tokens, from: number, to: number): number {
  let hasLower = false;
  let hasUpper = false;
  let isProse = false;
  let words = 0;
  let unknown = 0;
  for (let index = from; index < to; index++) {
    const form = shape[index]! & ~SHAPE.foreign;
    if (form >= SHAPE.lowerShort && form <= SHAPE.otherScript) {
      words++;
      if (bits[index] === 0) unknown++;
    }
    if (form >= SHAPE.lowerOne && form <= SHAPE.lower) {
      hasLower = true;
      if ((bits[index]! & WORD.rankMask) === 1) isProse = true;
    } else if (form >= SHAPE.titleShort && form <= SHAPE.mixedLower) {
      hasUpper = true;
      if (form < SHAPE.upperOne || form > SHAPE.upper) hasLower = true;
    }
  }
  const length = to - from;
  const lengthBucket = length < 3 ? 0 : length < 6 ? 1 : length < 12 ? 2 : 3;
  const letterCase = hasUpper ? (hasLower ? 0 : 2) : 1;
  const unknownBucket = unknown * 6 < words ? 0 : unknown * 3 < words ? 1 : unknown * 3 < words * 2 ? 2 : 3;
  return letterCase | (isProse ? proseLine : 0) | (lengthBucket << 3) | (unknownBucket << 5);
}

function describeCues({ count, bits, shape }: Tokens, cue: Uint8Array): void {
  let last = 0;
  let until = 0;
  for (let index = 0; index < count; index++) {
    cue[index] = index <= until ? last : 0;
    const kind = bits[index]! >>> WORD.cueShift;
    if (kind !== 0 && kind !== goodsKind) {
      last = kind;
      until = index + cueTokensMax;
    } else if (shape[index] === SHAPE.blankLine && until > index + 3) until = index + 3;
  }
}
