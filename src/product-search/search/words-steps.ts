import { type WordList } from '../word-list/word-list';
import { type QueryText } from './query-text';
import { type ResolvedText, resolveText } from './resolved-text';

/** Fewer records than these are not enough; a constant, so that all pages of a search agree. */
const enoughRecords = 20;
const optionalShare = 0.6;

/** A way to ask for the words of a query. */
export interface WordsStep {
  text: ResolvedText;
  /** Words that a record must have at least; 0: a word or an amount. */
  wordsMin: number;
}

/**
 * Asks for the words of a query step by step, and answers what the last step has found:
 *
 * 1. all words as they are written, the last one also as a beginning;
 * 2. where fewer than 20 records have these: all words, also with typos, joined, split and as parts of longer
 *    words;
 * 3. where no record has these: six words in ten, then six in ten of those, down to one word;
 * 4. where no record has a word: those that fit an amount of the query.
 *
 * @param lists tokens of the build that is asked
 */
export async function askByWords<Found extends { records: number }>(
  query: QueryText,
  lists: readonly WordList[],
  ask: (step: WordsStep) => Promise<Found>,
): Promise<Found> {
  const { length } = query.words;
  const written = resolveText(query, lists, 'written');
  let found = await ask({ text: written, wordsMin: length });
  if (length === 0 || found.records >= enoughRecords) return found;
  const text = resolveText(query, lists, 'alike');
  if (text.words.some(({ forms }) => forms.hasAlike)) found = await ask({ text, wordsMin: length });
  for (let wordsMin = fewer(length); found.records === 0 && wordsMin > 0; wordsMin = fewer(wordsMin))
    found = await ask({ text, wordsMin });
  if (found.records === 0 && text.constraints.length > 0) found = await ask({ text, wordsMin: 0 });
  return found;
}

/** Words that are enough where so many were too many; 0 where one was. */
function fewer(words: number): number {
  return words === 1 ? 0 : Math.max(1, Math.floor(words * optionalShare));
}
