import { decimalValue } from '../facts/decimal';
import { isoDateKey } from '../facts/iso-text';
import { textAt } from '../raw-text';
import { CellKind, type RowBuffer } from '../workbook-reader';

/** What a cell looks like to somebody who tells headers from data. */
export type CellClass = 'text' | 'number' | 'date';

/**
 * Class of cell `i`: booleans and errors count as numbers, since they stand where computed values stand. With
 * `typedByText` (CSV) decimals and ISO dates in texts are taken for what they say.
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
