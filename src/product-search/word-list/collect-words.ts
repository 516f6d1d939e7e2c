import { type DocumentWords } from '../build/document';
import { tokenFields } from './word-list';

/** Texts that a collection has seen, which records repeat; more are not kept. */
const seenTextsMax = 50_000;

/** The tokens of records, with the fields that have each. */
export interface CollectedWords {
  tokens: Map<string, number>;
  add(words: DocumentWords): void;
}

/** Creates an empty collection of tokens. */
export function collectWords(): CollectedWords {
  const tokens = new Map<string, number>();
  const seen = { tolerant: new Set<string>(), exact: new Set<string>() };

  function addTexts(kind: keyof DocumentWords, texts: readonly string[]): void {
    const field = tokenFields[kind];
    for (const text of texts) {
      if (seen[kind].has(text)) continue;
      if (seen[kind].size < seenTextsMax) seen[kind].add(text);
      for (const token of text.split(' ')) {
        const known = tokens.get(token) ?? 0;
        if ((known & field) === 0) tokens.set(token, known | field);
      }
    }
  }

  return {
    tokens,
    add({ tolerant, exact }) {
      addTexts('tolerant', tolerant);
      addTexts('exact', exact);
    },
  };
}

/** Adds tokens to others. */
export function addTokens(to: Map<string, number>, tokens: Iterable<readonly [string, number]>): void {
  for (const [token, fields] of tokens) to.set(token, (to.get(token) ?? 0) | fields);
}
