import { type Lexicon, WORD } from './lexicon';

// A local constant: reading a global for each letter would dominate the time.
const { imul } = Math;

const seed = 0x811c9dc5;
const prime = 0x01000193;
/** Rank of words that are made of two words of a language: `Heftklammern`. */
export const rankOfCompound = 7;
/** Least letters of the first and the second word, and of both. */
const headMin = 3;
const tailMin = 4;
const compoundMin = 8;
const compoundMax = 32;
const nameBits = WORD.firstName | WORD.lastName | WORD.city;
const letterS = 115;

/**
 * Whether an unknown word is put together from two words of a language, with an `s` between them or none. The
 * second word is no name: `Steinbach` is a name.
 */
export function isCompound(
  text: string,
  start: number,
  end: number,
  folded: Uint16Array,
  lexicon: Lexicon,
): boolean {
  if (end - start < compoundMin || end - start > compoundMax) return false;
  let head = seed;
  let wasWord = false;
  for (let at = start; at < end - tailMin; at++) {
    const letter = folded[text.charCodeAt(at)]!;
    head = imul(head ^ letter, prime);
    const isWord = at + 1 - start >= headMin && (lexicon.bitsOf(head) & WORD.rankMask) !== 0;
    if ((isWord || (wasWord && letter === letterS)) && isTail(text, at + 1, end, folded, lexicon))
      return true;
    wasWord = isWord;
  }
  return false;
}

function isTail(text: string, start: number, end: number, folded: Uint16Array, lexicon: Lexicon): boolean {
  let hash = seed;
  for (let at = start; at < end; at++) hash = imul(hash ^ folded[text.charCodeAt(at)]!, prime);
  const bits = lexicon.bitsOf(hash);
  return (bits & WORD.rankMask) !== 0 && (bits & nameBits) === 0;
}
