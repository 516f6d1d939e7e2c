import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as huggingface from '@huggingface/tokenizers';

/** Number of tokens of a text, without the frame tokens. */
export type TokenCounter = (text: string) => number;

/** The used part of a tokenizer; Node cannot resolve the types of the package. */
interface Tokenizer {
  encode(text: string, options?: { add_special_tokens: boolean }): { ids: number[] };
}
const { Tokenizer } = huggingface as unknown as {
  Tokenizer: new (definition: object, settings: object) => Tokenizer;
};

const tokenizerFile = 'tokenizer.json';
const charsPerToken = 4;
const singles = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]|[^\s\p{L}\p{M}\p{N}]/gu;

/**
 * Counts tokens as the local embedder does. It is fast enough for chunking (about 5,000 chunks a second), and
 * can be created in any thread, since it needs only one file, which the first call reads.
 *
 * @param folder folder of the model; without a `tokenizer.json` tokens are estimated by {@link
 * estimateTokens}
 */
export function createTokenCounter(folder: string): TokenCounter {
  let counter: TokenCounter | undefined;
  return (text) => {
    counter ??= openCounter(folder);
    return counter(text);
  };
}

function openCounter(folder: string): TokenCounter {
  if (!existsSync(join(folder, tokenizerFile))) return estimateTokens;
  const tokenizer = readTokenizer(folder);
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length;
}

/**
 * Estimates tokens without a vocabulary: one per four characters, at least one per word, and one per
 * punctuation mark and per Chinese, Japanese or Korean character. The estimate is high, so that a chunk of
 * that many tokens fits.
 */
export function estimateTokens(text: string): number {
  const single = text.match(singles)?.length ?? 0;
  const words = text.replace(singles, ' ').match(/\S+/g) ?? [];
  return words.reduce((sum, word) => sum + Math.ceil(word.length / charsPerToken), single);
}

/**
 * Reads the tokenizer of the model in `folder`.
 *
 * @throws Error of the file system when there is no `tokenizer.json`
 */
export function readTokenizer(folder: string): Tokenizer {
  const definition = JSON.parse(readFileSync(join(folder, tokenizerFile), 'utf8')) as object;
  return new Tokenizer(definition, {});
}
