import { type RankingScore } from '../../domain/documents/evaluation';

const gainDepth = 10;

/**
 * Scores a ranking of documents with binary relevance:
 *
 * - recall at k is the share of expected documents among the first k;
 * - nDCG at 10 is the sum of 1 / log2(place + 1) over expected documents among the first 10, divided by the
 *   same sum for an ideal ranking (Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, with gains of 0 and 1).
 *
 * @param ranking ids of documents, best first, each once
 * @param expected at least one id
 */
export function scoreRanking(ranking: readonly string[], expected: ReadonlySet<string>): RankingScore {
  const places = ranking.flatMap((id, index) => (expected.has(id) ? [index + 1] : []));
  const recallAt = (depth: number) => places.filter((place) => place <= depth).length / expected.size;
  const gain = sum(places.filter((place) => place <= gainDepth).map(discount));
  const best = Array.from({ length: Math.min(expected.size, gainDepth) }, (_, index) => discount(index + 1));
  return {
    rank: places[0] ?? null,
    recallAt1: recallAt(1),
    recallAt3: recallAt(3),
    recallAt10: recallAt(10),
    ndcgAt10: gain / sum(best),
  };
}

const discount = (place: number): number => 1 / Math.log2(place + 1);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
