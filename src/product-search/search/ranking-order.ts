import { type estypes } from '@elastic/elasticsearch';
import { type FieldTable } from '../../domain/products/field-table';

/**
 * The order of hits by the ranking: the score, then records with fewer words in the title, then the id, so
 * that no two hits are equal. A title that the caller may not see does not order them.
 *
 * @param table fields that the caller may see
 */
export function rankingOrder({ primary }: Pick<FieldTable, 'primary'>): estypes.SortCombinations[] {
  const byTitle = primary === null ? [] : [{ tw: { order: 'asc' as const } }];
  return [{ _score: { order: 'desc' } }, ...byTitle, { id: { order: 'asc' } }];
}
