/**
 * Upper bound of the tokens of one chunk: the 256 that the local embedding model was trained with, less the
 * two that frame a text, so that a vector covers its whole chunk.
 */
export const chunkTokensMax = 254;

/** Tokens below which a section may share a chunk with the next one: a chunk that short is hard to find. */
export const tinySectionTokens = 48;

export type CountTokens = (text: string) => number;

/**
 * Upper bound of the characters per token. A tokenizer makes one token of an unknown word of any length, so
 * that a text without spaces would be one chunk.
 */
const charsPerTokenMax = 12;

/** Wraps a counter so that a text has at least one token per `charsPerTokenMax` characters. */
export function boundedCount(countTokens: CountTokens): CountTokens {
  return (text) => Math.max(countTokens(text), Math.ceil(text.length / charsPerTokenMax));
}

/** Letters per word piece of a longer word in Latin script. */
const lettersPerPiece = 6;
const digitsPerPiece = 2;
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{N}\p{M}]/gu;
const LETTER = /\p{L}/u;
const LATIN = /^[\u0020-\u024f]/;
const DIGIT = /\p{N}/u;

/**
 * Estimates the tokens of the local model's word-piece tokenizer, with a tendency to overestimate. It counts
 * characters of scripts without spaces, pieces of words and numbers, and single marks.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.length === 1) tokens++;
    else if (DIGIT.test(piece)) tokens += Math.ceil(piece.length / digitsPerPiece);
    else if (!LETTER.test(piece)) tokens++;
    else if (LATIN.test(piece)) tokens += Math.ceil(piece.length / lettersPerPiece);
    else tokens += Math.ceil(piece.length / 2);
  }
  return tokens;
}
