import { resolveWord, type WordForms } from '../word-list/resolve-word';
import { type WordList } from '../word-list/word-list';
import { type QueryText, type QueryWord, type TextConstraint } from './query-text';

/** A word of a query with the tokens of records by which it is found. */
export interface ResolvedWord extends QueryWord {
  forms: WordForms;
}

export interface ResolvedConstraint extends TextConstraint {
  words: ResolvedWord[];
}

/** A query whose words are resolved to the tokens of a build. */
export interface ResolvedText extends QueryText {
  words: ResolvedWord[];
  constraints: ResolvedConstraint[];
}

/**
 * How words are found: as they are written, the last one as a beginning too; or also with typos, joined,
 * split, and as parts of longer words.
 */
export type WordsLevel = 'written' | 'alike';

/** Resolves the words of a query. Those of amounts are always found joined and split. */
export function resolveText(text: QueryText, lists: readonly WordList[], level: WordsLevel): ResolvedText {
  const resolve = (word: QueryWord): ResolvedWord => ({ ...word, forms: resolveWord(lists, word) });
  const words = level === 'alike' ? text.words : text.words.map(asWritten);
  return {
    ...text,
    words: words.map(resolve),
    constraints: text.constraints.map((constraint) => ({
      ...constraint,
      words: constraint.words.map(resolve),
    })),
  };
}

function asWritten(word: QueryWord): QueryWord {
  return { ...word, joined: [], splits: [], typoForms: [], isPart: false };
}
