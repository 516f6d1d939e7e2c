import { type WordList } from '../word-list/word-list';
import { queryCodes } from './query-codes';
import { demandedWords, isFoundAlike, type QueryText, type ResolvedText, resolveText } from './query-text';

/** Fewer records than these are not enough; a constant, so that all pages of a search agree. */
const enoughRecords = 20;

/** A way to ask for the words of a query. */
export interface WordsStep {
  text: ResolvedText;
  /** Demanded words that a record must have at least; 0: a word or an amount. */
  wordsMin: number;
  /** Set where codes among other words rank first although words are missing. */
  ranksCodes?: true;
}

/** What a step has found. */
export interface StepFound {
  step: WordsStep;
  records: number;
}

/** How a query was answered. */
export interface AnswerByWords<Found extends StepFound> {
  /** The records that are counted as found. */
  counted: Found;
  /** Those of them that come first, in the wanted order: all of them but where words are missing. */
  first: Found;
  /** Step for the records that follow, in the order of the score; null where none do. */
  further: WordsStep | null;
  /** The counted records have all demanded words; those that follow lack some. */
  isFull: boolean;
}

/** Asks a step for a page of its records. */
type AskStep<Found> = (step: WordsStep) => Promise<Found>;

/**
 * Asks for the words of a query step by step, and answers what the last step has found:
 *
 * 1. all demanded words as they are written, the last one also as a beginning;
 * 2. where fewer than 20 records have these: all of them, also with typos, joined, split and as parts of longer
 *    words;
 * 3. where no record has these: six words in ten, then six in ten of those, down to one word;
 * 4. where no record has a word: those that fit an amount of the query.
 *
 * Behind the records with all words come those with six in ten.
 *
 * @param lists tokens of the build that is asked
 * @param isSorted records have an order beside that of their scores
 */
export async function askByWords<Found extends StepFound>(
  query: QueryText,
  lists: readonly WordList[],
  isSorted: boolean,
  ask: AskStep<Found>,
): Promise<AnswerByWords<Found>> {
  const { length } = demandedWords(query);
  let found = await ask({ text: resolveText(query, lists, 'written'), wordsMin: length });
  if (length > 0 && found.records < enoughRecords) {
    const text = resolveText(query, lists, 'alike');
    if (isFoundAlike(text)) found = await ask({ text, wordsMin: length });
    if (found.records === 0) return askForFewer(text, isSorted, ask, found);
  }
  const wordsMin = mostOf(length);
  const further = wordsMin < length ? { text: found.step.text, wordsMin } : null;
  return { counted: found, first: found, further, isFull: true };
}

/** Asks for some of the words where no record has all of them. @param nothing what was found by all words */
async function askForFewer<Found extends StepFound>(
  text: ResolvedText,
  isSorted: boolean,
  ask: AskStep<Found>,
  nothing: Found,
): Promise<AnswerByWords<Found>> {
  const ranksCodes = await lacksAllButCodes(text, ask);
  const stepOf = (wordsMin: number): WordsStep => ({ text, wordsMin, ...(ranksCodes ? { ranksCodes } : {}) });
  let before = demandedWords(text).length;
  let found = nothing;
  for (let wordsMin = fewer(before); found.records === 0 && wordsMin > 0; wordsMin = fewer(wordsMin)) {
    before = found.step.wordsMin;
    found = await ask(stepOf(wordsMin));
  }
  if (found.records === 0 && text.constraints.length > 0) found = await ask(stepOf(0));
  const { step } = found;
  const answer = { counted: found, isFull: false };
  // An order is that of the records with the most words.
  const isPicked = isSorted && found.records > 0;
  for (let most = before - 1; isPicked && most > step.wordsMin; most--) {
    const first = await ask(stepOf(most));
    if (first.records > 0) return { ...answer, first, further: step };
  }
  return { ...answer, first: found, further: null };
}

/** Whether a text has codes among its words, and no record has any of the other words. */
async function lacksAllButCodes<Found extends StepFound>(
  text: ResolvedText,
  ask: AskStep<Found>,
): Promise<boolean> {
  const codes = queryCodes(text.text).filter(({ isWhole }) => !isWhole);
  if (codes.length === 0) return false;
  const words = demandedWords(text).filter(
    ({ start, end }) => !codes.some((code) => code.start <= start && end <= code.end),
  );
  if (words.length === 0) return true;
  const { records } = await ask({ text: { ...text, words }, wordsMin: 1 });
  return records === 0;
}

/** Six words in ten, rounded up. */
function mostOf(words: number): number {
  return Math.ceil((words * 6) / 10);
}

/** Words that are enough where so many were too many; 0 where one was. */
function fewer(words: number): number {
  return Math.min(words - 1, mostOf(words));
}
