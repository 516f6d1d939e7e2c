/**
 * Tokens of one chunk at most: the 256 that the local embedding model was trained to read, less the two that
 * frame a text, so that nothing of a chunk is left out of its vector.
 */
export const chunkTokensMax = 254;

/** A section below it may share a chunk with the next one: alone it says too little to be found. */
export const tinySectionTokens = 48;

/** Counts the tokens of a text as the embedder will see them. */
export type CountTokens = (text: string) => number;

/**
 * Words that no vocabulary has are one token to a tokenizer, however long: a text without spaces would be one
 * chunk.
 */
const charsPerTokenMax = 12;

/** A counter that takes no token to be longer than any real one. */
export function boundedCount(countTokens: CountTokens): CountTokens {
  return (text) => Math.max(countTokens(text), Math.ceil(text.length / charsPerTokenMax));
}

/** Words of up to so many letters are one or two word pieces; longer ones cost one more per so many. */
const lettersPerPiece = 6;
const digitsPerPiece = 2;
const PIECES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]|[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{N}\p{M}]/gu;
const LETTER = /\p{L}/u;
const LATIN = /^[\u0020-\u024f]/;
const DIGIT = /\p{N}/u;

/**
 * About as many tokens as the word-piece tokenizer of the local model makes, rather more than fewer: whole
 * characters of scripts without spaces, pieces of words and numbers, single marks.
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
