import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as huggingface from '@huggingface/tokenizers';

/** Tokens of a text, without those that frame it. */
export type TokenCounter = (text: string) => number;

/** The part of a tokenizer that is used; the package's own types cannot be resolved by Node's rules. */
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
 * Counts tokens as the local embedder does; cheap enough for a chunker (about 5,000 chunks a second) and,
 * being a plain function over one file, to be made in any thread. The file is read at the first call.
 *
 * @param folder that of the model; where it has no `tokenizer.json` tokens are estimated, see {@link
 *   estimateTokens}
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
 * A guess without a vocabulary: one token per four characters, at least one per word, one per punctuation
 * mark and per character of Chinese, Japanese and Korean. Meant to be too high rather than too low, so that a
 * chunk of so many tokens still fits.
 */
export function estimateTokens(text: string): number {
  const single = text.match(singles)?.length ?? 0;
  const words = text.replace(singles, ' ').match(/\S+/g) ?? [];
  return words.reduce((sum, word) => sum + Math.ceil(word.length / charsPerToken), single);
}

/**
 * The tokenizer of the model in `folder`.
 *
 * @throws Error of the file system where there is no `tokenizer.json`
 */
export function readTokenizer(folder: string): Tokenizer {
  const definition = JSON.parse(readFileSync(join(folder, tokenizerFile), 'utf8')) as object;
  return new Tokenizer(definition, {});
}
