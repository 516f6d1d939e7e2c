import { type estypes } from '@elastic/elasticsearch';

/**
 * The order of hits by the ranking: the score, then records with fewer words in the title, then the id, so
 * that no two hits are equal.
 */
export const rankingOrder: readonly estypes.SortCombinations[] = [
  { _score: { order: 'desc' } },
  { tw: { order: 'asc' } },
  { id: { order: 'asc' } },
];
