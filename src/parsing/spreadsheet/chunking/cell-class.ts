import { decimalValue } from '../facts/decimal';
import { isoDateKey } from '../facts/iso-text';
import { textAt } from '../raw-text';
import { CellKind, type RowBuffer } from '../workbook-reader';

/** Class of a cell in header detection. */
export type CellClass = 'text' | 'number' | 'date';

/**
 * Class of cell `i`. Booleans and errors count as numbers, because they occur where computed values do. With
 * `typedByText` (CSV), decimals and ISO dates in texts count as numbers and dates.
 */
export function cellClass(row: RowBuffer, i: number, typedByText: boolean): CellClass {
  const kind = row.kind[i];
  if (kind === CellKind.date) return 'date';
  if (kind !== CellKind.text) return 'number';
  if (!typedByText) return 'text';
  const text = textAt(row, i);
  if (!Number.isNaN(decimalValue(text))) return 'number';
  return Number.isNaN(isoDateKey(text)) ? 'text' : 'date';
}
