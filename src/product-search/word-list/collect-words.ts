import { type DocumentWords } from '../build/document';
import { cursorOfPieces } from './token-cursor';
import { mergeTokens } from './merge-tokens';
import { encodeWordList } from './word-list-codec';

/** Texts that a collection has seen, which records repeat; more and longer ones are not kept. */
const seenTextsMax = 50_000;
const seenTextCharsMax = 256;
/** Tokens that are sorted at once: some ten milliseconds. */
const tokensPerRun = 20_000;

/** The tokens of records, with the fields that have each. */
export interface CollectedWords {
  tokens: Map<string, number>;
  add(words: DocumentWords): void;
}

/** Creates an empty collection of tokens. */
export function collectWords(): CollectedWords {
  const tokens = new Map<string, number>();
  const seen = new Map<string, number>();

  function isSeen(text: string, fields: number): boolean {
    if (text.length > seenTextCharsMax) return false;
    const known = seen.get(text) ?? 0;
    if ((known & fields) === fields) return true;
    if (known !== 0 || seen.size < seenTextsMax) seen.set(text, known | fields);
    return false;
  }

  return {
    tokens,
    add(words) {
      for (const { text, fields } of words) {
        if (isSeen(text, fields)) continue;
        for (const token of text.split(' ')) {
          const known = tokens.get(token) ?? 0;
          if ((known & fields) !== fields) tokens.set(token, known | fields);
        }
      }
    },
  };
}

/** The tokens of many records, as a list in the making. */
export interface ListedWords {
  add(words: DocumentWords): void;
  /** The encoded list of all tokens, in pieces. */
  list(): AsyncGenerator<Buffer>;
}

/** Creates an empty list. Tokens are sorted in runs of a bounded number, which are merged at the end. */
export function listWords(): ListedWords {
  const runs: Buffer[] = [];
  let collected = collectWords();

  function endRun(): void {
    if (collected.tokens.size === 0) return;
    runs.push(encodeWordList(collected.tokens));
    collected = collectWords();
  }

  return {
    add(words) {
      collected.add(words);
      if (collected.tokens.size >= tokensPerRun) endRun();
    },
    list() {
      endRun();
      return mergeTokens(runs.map(cursorOfRun));
    },
  };
}

function cursorOfRun(run: Buffer) {
  const pieces = [run];
  return cursorOfPieces(() => Promise.resolve(pieces.pop() ?? null));
}
