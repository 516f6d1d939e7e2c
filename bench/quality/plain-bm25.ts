import { STOP_WORDS } from '../../src/stores/documents/search-index/analysis';

const k1 = 1.2;
const b = 0.75;
const hitsMax = 100;

/**
 * Plain BM25 over title and text, words cut by a few suffixes, without stop words: the yardstick that every
 * other order is held against, and a check that scorer and data are read rightly. Formula of Robertson and
 * Zaragoza (2009) with the logarithm of Lucene.
 *
 * @returns a function that answers the ids of the first hundred documents
 */
export function createPlainBm25(documents: readonly { id: string; title: string; text: string }[]) {
  const rows = documents.map(({ id, title, text }) => ({ id, words: wordsOf(`${title} ${text}`) }));
  const meanLength = rows.reduce((sum, { words }) => sum + words.length, 0) / rows.length;
  const postings = new Map<string, Map<number, number>>();
  rows.forEach(({ words }, row) => {
    for (const word of words) {
      const list = postings.get(word) ?? new Map<number, number>();
      postings.set(word, list.set(row, (list.get(row) ?? 0) + 1));
    }
  });

  return (query: string): string[] => {
    const scores = new Map<number, number>();
    for (const word of wordsOf(query)) {
      const list = postings.get(word);
      if (list === undefined) continue;
      const rarity = Math.log(1 + (rows.length - list.size + 0.5) / (list.size + 0.5));
      for (const [row, count] of list) {
        const length = rows[row]!.words.length / meanLength;
        const score = (rarity * count * (k1 + 1)) / (count + k1 * (1 - b + b * length));
        scores.set(row, (scores.get(row) ?? 0) + score);
      }
    }
    const best = [...scores].sort(([rowA, a], [rowB, other]) => other - a || rowA - rowB);
    return best.slice(0, hitsMax).map(([row]) => rows[row]!.id);
  };
}

function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? [];
  return words.filter((word) => !STOP_WORDS.includes(word)).map(stem);
}

function stem(word: string): string {
  for (const suffix of ['ingly', 'edly', 'ing', 'ed', 'ies', 'es', 'ly', 's'])
    if (word.endsWith(suffix) && word.length - suffix.length >= 3) return word.slice(0, -suffix.length);
  return word;
}
