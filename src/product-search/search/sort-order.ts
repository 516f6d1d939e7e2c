import { type estypes } from '@elastic/elasticsearch';
import { type FieldTable } from '../../domain/products/field-table';
import { fieldName } from '../schema/declared-fields';
import { wrongMember } from './search-refused';
import { type SortKey } from './search-request';

/** Beyond every date that a column holds, by one millisecond. */
const beyondDates = 8_640_000_000_000_001;

/**
 * The order of hits: the wanted keys, then the score, then the id, so that no two hits are equal.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that cannot be sorted by
 */
export function sortOrder(
  keys: readonly SortKey[],
  table: Pick<FieldTable, 'fields'>,
): estypes.SortCombinations[] {
  return [...sortColumns(keys, table), { _score: { order: 'desc' } }, { id: { order: 'asc' } }];
}

/**
 * The wanted keys of an order. Records without a value come last, by a value that JSON can hold, as places of
 * records need it. A record with several values counts by the least, or by the greatest in descending order.
 *
 * @throws SearchRefused `VALIDATION_ERROR` for a field that cannot be sorted by
 */
export function sortColumns(
  keys: readonly SortKey[],
  { fields }: Pick<FieldTable, 'fields'>,
): estypes.SortCombinations[] {
  return keys.map(({ field, order }, place) => {
    const row = fields.find(({ path, sortable }) => sortable && fieldName(path) === field);
    if (row?.column == null)
      throw wrongMember(`sort.${place}.field`, `The field ${field} cannot be sorted by.`);
    const beyond = row.type === 'date' ? beyondDates : Number.MAX_VALUE;
    const isAscending = order === 'asc';
    const missing = isAscending ? beyond : -beyond;
    return { [row.column]: { order, missing, mode: isAscending ? 'min' : 'max' } as const };
  });
}
