/** Fewer records than these are not enough; a constant, so that all pages of a search agree. */
const enoughRecords = 20;
const optionalShare = 0.6;

/** A way to ask for the words of a query. */
export interface WordsStep {
  /** Words that a record must have at least; 0: a word or a constraint. */
  wordsMin: number;
  /** With fewer records than these the next step is asked. */
  enough: number;
}

/**
 * The ways to ask for so many words, in order: all of them, then six in ten, then any, where those find
 * nothing. At least one.
 *
 * @param withConstraints where no record has a word, those that fit a constraint are enough
 */
export function wordsSteps(words: number, withConstraints = false): [WordsStep, ...WordsStep[]] {
  const optional = Math.max(1, Math.floor(words * optionalShare));
  const steps: [WordsStep, ...WordsStep[]] = [{ wordsMin: words, enough: enoughRecords }];
  if (optional < words) steps.push({ wordsMin: optional, enough: 1 });
  if (optional > 1) steps.push({ wordsMin: 1, enough: 0 });
  if (withConstraints && words > 0) {
    steps.at(-1)!.enough = 1;
    steps.push({ wordsMin: 0, enough: 0 });
  }
  return steps;
}
