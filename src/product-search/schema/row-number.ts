import { type FieldRow } from '../../domain/products/field-table';
import { isGtin } from '../values/identifier-formats';

/**
 * Whether a value is no more than the number of its row: digits in the field `id`, which settings do not
 * declare an identifier, and no article number. A query means it only by itself, not among other words.
 */
export function isRowNumber({ path, origin }: Pick<FieldRow, 'path' | 'origin'>, text: string): boolean {
  const [name, below] = path;
  if (name !== 'id' || below !== undefined || origin === 'set') return false;
  const digits = text.trim();
  return /^\d+$/.test(digits) && !isGtin(digits);
}

/** Whether values of a field are numbers of rows, as far as its samples show. */
export function hasRowNumbers(row: Pick<FieldRow, 'path' | 'origin' | 'samples'>): boolean {
  return row.samples.some((sample) => isRowNumber(row, String(sample)));
}

/** The code under which the number of a row is indexed, and asked for by a query of nothing else. */
export function rowCode(digits: string): string {
  return `#${digits}`;
}
