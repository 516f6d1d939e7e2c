import { createDice } from '../generate/dice';
import { type RetrievalSet } from './retrieval-set';

const queriesMax = 240;
const triesMax = 20 * queriesMax;
const sentenceWordsMin = 6;
const queryWords = { min: 3, max: 6 } as const;
const wordCharsMin = 4;

/**
 * The same documents asked the other way: each query is a few words of one sentence of one document, in their
 * order, and that document alone is right. What helps where many documents answer a query may harm here, and
 * must not.
 */
export function knownItems({ name, language, documents }: RetrievalSet): RetrievalSet {
  const dice = createDice(1);
  const queries: RetrievalSet['queries'] = [];
  for (let tries = 0; tries < triesMax && queries.length < queriesMax; tries++) {
    const { id, text } = dice.pick(documents);
    // Behind the first sentence, which may be the title.
    const sentences = text
      .split(/[.!?](?=\s|$)/)
      .slice(1)
      .map(wordsOf);
    const sentence = dice.pick(sentences.length === 0 ? [[]] : sentences);
    if (sentence.length < sentenceWordsMin) continue;
    const share = dice.between(queryWords.min, queryWords.max) / sentence.length;
    const words = sentence.filter(() => dice.fraction() < share);
    if (words.length < queryWords.min) continue;
    queries.push({ id: `known-${queries.length}`, text: words.join(' '), grades: new Map([[id, 1]]) });
  }
  return { name: `${name}-known-items`, language, oneRightDocument: true, documents, queries };
}

function wordsOf(sentence: string): string[] {
  return sentence.split(/\s+/).filter((word) => word.length >= wordCharsMin);
}
