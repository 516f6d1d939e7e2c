import type { PiiSpan } from '../engine';
import { type CharacterTable, CLASS } from './characters';
import { isCompound, rankOfCompound } from './compounds';
import { type Lexicon, WORD } from './lexicon';
import { SHAPE, shapeOf, type WordCounts } from './shapes';

// A local constant: reading a global for each feature would dominate the time.
const { imul } = Math;

/** Tokens of a text, with one entry in each column. Columns are longer than `count`. */
export interface Tokens {
  count: number;
  start: Int32Array;
  end: Int32Array;
  /** Identity: hash of a known word, of a sign or of a kind of number; `unknownWord` for other words. */
  word: Int32Array;
  shape: Uint8Array;
  /** First three, last two and last three folded letters of a word; 0 for other tokens. */
  prefix: Int32Array;
  suffix2: Int32Array;
  suffix3: Int32Array;
  /** Bits of `WORD` from the lexicon. */
  bits: Uint16Array;
}

/** Identity of words that the lexicon does not know as words of the language. */
export const unknownWord = 7;
/** Identity of words that are made of two known ones. */
export const compoundWord = 8;
/** Offset of the identities of signs, to which their code is added. */
export const signIdentity = 0x10000;
const numberIdentity = 0x20000;
const foundIdentity = 0x30000;
const yearIdentity = 0x40000;
const smallestCount = 1024;
const LOW_LINE = 95;
const SMALL_S = 115;

const allocate = (size: number): Tokens => ({
  count: 0,
  start: new Int32Array(size),
  end: new Int32Array(size),
  word: new Int32Array(size),
  shape: new Uint8Array(size),
  prefix: new Int32Array(size),
  suffix2: new Int32Array(size),
  suffix3: new Int32Array(size),
  bits: new Uint16Array(size),
});

export interface Tokenizer {
  /**
   * Splits a text into tokens: words (letters, digits and underscores), single signs, one token for line
   * breaks, one for each value of `found`. Valid until the next call.
   *
   * @param found spans of rules, sorted, without overlaps
   */
  tokenize(text: string, found: readonly PiiSpan[]): Tokens;
}

/** Creates a tokenizer that reuses its columns. */
export function createTokenizer(table: CharacterTable, lexicon: Lexicon): Tokenizer {
  let tokens = allocate(smallestCount);
  const counts: WordCounts = {
    length: 0,
    digits: 0,
    lower: 0,
    upper: 0,
    foreign: false,
    joined: false,
    first: 0,
  };
  return {
    tokenize: (text, found) => {
      if (text.length + 1 > tokens.start.length && text.length > smallestCount)
        tokens = allocate(2 ** Math.ceil(Math.log2(text.length + 1)));
      readTokens(text, found, tokens, { table, lexicon, counts });
      return tokens;
    },
  };
}

interface Reading {
  table: CharacterTable;
  lexicon: Lexicon;
  counts: WordCounts;
}

function readTokens(text: string, found: readonly PiiSpan[], tokens: Tokens, reading: Reading): void {
  const { classes } = reading.table;
  const { length } = text;
  tokens.count = 0;
  let at = 0;
  let next = 0;
  while (at < length) {
    const span = found[next];
    if (span !== undefined && at >= span.start) {
      addFound(tokens, span);
      at = span.end;
      next++;
      continue;
    }
    const kind = classes[text.charCodeAt(at)]!;
    if (kind === CLASS.space) at++;
    else if (kind === CLASS.newline) at = addBreak(text, at, span?.start ?? length, tokens, classes);
    else if (kind === CLASS.sign) addSign(tokens, text.charCodeAt(at), at++);
    else at = addWord(text, at, span?.start ?? length, tokens, reading);
  }
}

function addToken(tokens: Tokens, start: number, end: number, word: number, shape: number): number {
  const index = tokens.count++;
  tokens.start[index] = start;
  tokens.end[index] = end;
  tokens.word[index] = word;
  tokens.shape[index] = shape;
  tokens.prefix[index] = 0;
  tokens.suffix2[index] = 0;
  tokens.suffix3[index] = 0;
  tokens.bits[index] = 0;
  return index;
}

function addFound(tokens: Tokens, { start, end, tag }: PiiSpan): void {
  let identity = foundIdentity;
  for (let place = 0; place < tag.length; place++) identity = imul(identity ^ tag.charCodeAt(place), 31);
  addToken(tokens, start, end, identity, SHAPE.found);
}

function addSign(tokens: Tokens, code: number, at: number): void {
  addToken(tokens, at, at + 1, signIdentity + code, SHAPE.sign);
}

/** Adds one token for all line breaks and blanks up to the next visible character. */
function addBreak(text: string, from: number, limit: number, tokens: Tokens, classes: Uint8Array): number {
  let at = from;
  let lines = 0;
  while (at < limit && classes[text.charCodeAt(at)]! <= CLASS.newline) {
    if (text.charCodeAt(at) !== 13 && classes[text.charCodeAt(at)] === CLASS.newline) lines++;
    at++;
  }
  const shape = lines > 1 ? SHAPE.blankLine : SHAPE.newline;
  addToken(tokens, from, at, signIdentity + shape, shape);
  return at;
}

function addWord(text: string, from: number, limit: number, tokens: Tokens, reading: Reading): number {
  const { classes, folded } = reading.table;
  const { counts } = reading;
  let hash = 0x811c9dc5;
  let digits = 0;
  let lower = 0;
  let upper = 0;
  let highest = 0;
  let joints = 0;
  let stem = hash;
  let at = from;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    const kind = classes[code]!;
    if (kind < CLASS.digit) break;
    if (kind === CLASS.digit) digits++;
    else if (kind === CLASS.lower) lower++;
    else if (kind === CLASS.upper) upper++;
    else if (code === LOW_LINE) joints++;
    if (code > highest) highest = code;
    stem = hash;
    hash = imul(hash ^ folded[code]!, 0x01000193);
  }
  counts.length = at - from;
  counts.digits = digits;
  counts.lower = lower;
  counts.upper = upper;
  counts.foreign = highest > 127;
  counts.joined = joints > 0;
  counts.first = classes[text.charCodeAt(from)]!;
  const shape = shapeOf(counts);
  if (digits + joints > 0) {
    addToken(tokens, from, at, numberOf(text, from, at, shape), shape);
    return at;
  }
  let bits = reading.lexicon.bitsOf(hash === 0 ? 1 : hash);
  const isKnown = (bits & WORD.rankMask) !== 0 || bits >>> WORD.cueShift !== 0;
  if (bits === 0 && isTitle(shape)) bits = bitsOfForm(text, from, at, stem, reading);
  const isMade = (bits & WORD.rankMask) === rankOfCompound;
  const index = addToken(tokens, from, at, isKnown ? hash : isMade ? compoundWord : unknownWord, shape);
  tokens.bits[index] = bits;
  addAffixes(text, from, at, tokens, index, folded);
  return at;
}

const isTitle = (shape: number): boolean => (shape & ~SHAPE.foreign) === SHAPE.title;

/**
 * What the form of an unknown word with a capital says: a name in the genitive (`Giovannis`), or a word that is
 * made of two.
 *
 * @param stem hash of the word without its last letter
 */
function bitsOfForm(
  text: string,
  from: number,
  to: number,
  stem: number,
  { lexicon, table: { folded } }: Reading,
): number {
  if (text.charCodeAt(to - 1) === SMALL_S) {
    const known = lexicon.bitsOf(stem === 0 ? 1 : stem);
    if ((known & WORD.rankMask) === 0 && (known & WORD.firstName) !== 0) return WORD.firstName;
  }
  return isCompound(text, from, to, folded, lexicon) ? rankOfCompound : 0;
}

/**
 * Identity of a number: its shape, except that years and numbers up to 12 and 31 have identities of their
 * own.
 */
function numberOf(text: string, start: number, end: number, shape: number): number {
  const plain = shape & ~SHAPE.foreign;
  if (plain > SHAPE.digitsOne + 3 || plain < SHAPE.digitsOne) return numberIdentity + shape;
  const value = Number(text.slice(start, end));
  if (end - start === 4 && value >= 1900 && value < 2050) return yearIdentity;
  if (end - start <= 2 && value <= 31) return yearIdentity + (value <= 12 ? 1 : 2);
  return numberIdentity + shape;
}

function addAffixes(
  text: string,
  start: number,
  end: number,
  tokens: Tokens,
  index: number,
  folded: Uint16Array,
): void {
  const length = end - start;
  const last = folded[text.charCodeAt(end - 1)]!;
  const second = length > 1 ? folded[text.charCodeAt(end - 2)]! : 0;
  const third = length > 2 ? folded[text.charCodeAt(end - 3)]! : 0;
  tokens.suffix2[index] = last | (second << 16);
  tokens.suffix3[index] = imul(last | (second << 16), 0x85ebca6b) ^ third;
  const first = folded[text.charCodeAt(start)]!;
  const next = length > 1 ? folded[text.charCodeAt(start + 1)]! : 0;
  const after = length > 2 ? folded[text.charCodeAt(start + 2)]! : 0;
  tokens.prefix[index] = imul(first | (next << 16), 0x85ebca6b) ^ after;
}
