/**
 * Tokens of one chunk at most: the 256 that the local embedding model was trained with, less the two that
 * frame a text, so that a vector covers its whole chunk.
 */
export const chunkTokensMax = 254;

/** Tokens below which a section may share a chunk with the next: alone it is too short to be found. */
export const tinySectionTokens = 48;

/** Counts the tokens of a text as the embedder does. */
export type CountTokens = (text: string) => number;

/**
 * Characters per token at most. A tokenizer makes one token of an unknown word of any length, so that a text
 * without spaces would be one chunk.
 */
const charsPerTokenMax = 12;

/** Returns a counter that bounds the characters of a token. */
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
 * Estimated token count of the local model's word-piece tokenizer, rather more than fewer: characters of
 * scripts without spaces, pieces of words and numbers, single marks.
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
