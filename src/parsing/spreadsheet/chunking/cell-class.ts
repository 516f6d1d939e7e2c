import { decimalValue } from '../facts/decimal';
import { isoDateKey } from '../facts/iso-text';
import { dayOf } from '../facts/local-date';
import { readWrittenNumber } from '../facts/local-number';
import { CellKind, type RowBuffer, textAt } from 'spreadsheet-reader';

export type CellClass = 'text' | 'number' | 'date';

/**
 * Class of cell `i`. Booleans, errors and formulas without a value count as numbers, because they occur in
 * columns of computed values. With `typedByText` (CSV), numbers in any country's notation, ISO dates and
 * dates like `05.01.2026` count as numbers and dates.
 */
export function cellClass(row: RowBuffer, i: number, typedByText: boolean): CellClass {
  const kind = row.kind[i];
  if (kind === CellKind.date) return 'date';
  if (kind !== CellKind.text) return 'number';
  if (!typedByText) return 'text';
  const text = textAt(row, i);
  if (!Number.isNaN(decimalValue(text))) return 'number';
  if (!Number.isNaN(isoDateKey(text))) return 'date';
  if (readWrittenNumber(text) !== null) return 'number';
  return Number.isNaN(dayOf(text)) ? 'text' : 'date';
}
