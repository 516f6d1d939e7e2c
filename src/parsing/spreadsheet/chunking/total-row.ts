import { decimalValue } from '../facts/decimal';
import { firstUnitAt, textAt } from '../raw-text';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { cellClass } from './cell-class';
import { type Table } from './table';
import { readTotalLabel } from './total-label';

/** What the first rows of a table's data say of its columns; 0-based sheet columns. */
export interface TableProfile {
  /** Mostly texts. */
  textColumns: ReadonlySet<number>;
  /** Mostly formulas. */
  formulaColumns: ReadonlySet<number>;
}

const majority = 0.6;
const DIGIT_NINE = 57;

/** Profiles a table from its first data rows. */
export function profileTable(rows: readonly RowBuffer[], typedByText: boolean): TableProfile {
  const counts = new Map<number, { cells: number; texts: number; formulas: number }>();
  for (const row of rows) {
    for (let i = 0; i < row.length; i++) {
      let count = counts.get(row.column[i]!);
      if (count === undefined) counts.set(row.column[i]!, (count = { cells: 0, texts: 0, formulas: 0 }));
      count.cells++;
      if (cellClass(row, i, typedByText) === 'text') count.texts++;
      if (row.formula[i] === 1) count.formulas++;
    }
  }
  const mostly = (part: 'texts' | 'formulas') =>
    new Set(
      [...counts].filter(([, count]) => count[part] >= count.cells * majority).map(([column]) => column),
    );
  return { textColumns: mostly('texts'), formulaColumns: mostly('formulas') };
}

/** What a total row says it is: of everything, or of a part. */
export type TotalKind = 'whole' | 'part';

/**
 * Whether a row of a table is a total. Its first cell must read like one and a number must stand beside it;
 * and because products and places have such names too, the row must look the part: formulas where the data
 * has none, a value that is the sum of the rows above, or the name of the group above as its own; a bare
 * "Total" is believed when the table's other text columns are blank in it.
 */
export function totalKind(
  table: Table,
  profile: TableProfile,
  typedByText: boolean,
  row: RowBuffer,
  from: number,
  to: number,
): TotalKind | null {
  if (to - from < 2 || row.kind[from] !== CellKind.text) return null;
  // Most rows start with a number or a code, which no label does.
  if (firstUnitAt(row, from) <= DIGIT_NINE) return null;
  const label = readTotalLabel(textAt(row, from));
  if (label === null) return null;
  let numbers = 0;
  let texts = 0;
  let proven = false;
  for (let i = from + 1; i < to; i++) {
    const column = row.column[i]!;
    if (cellClass(row, i, typedByText) === 'text') {
      if (profile.textColumns.has(column)) texts++;
      continue;
    }
    numbers++;
    proven ||= row.formula[i] === 1 && !profile.formulaColumns.has(column);
    proven ||= numbers <= 2 && isSumAbove(table, row, i, typedByText);
  }
  if (numbers === 0) return null;
  const above = label.group === '' ? null : table.onlyPanel?.lastText(row.column[from]!);
  const ofGroup = above?.trim().toLowerCase() === label.group && label.group !== '';
  if (ofGroup || label.part) return proven || ofGroup || texts === 0 ? 'part' : null;
  return proven || (label.exact && texts === 0) ? 'whole' : null;
}

function isSumAbove(table: Table, row: RowBuffer, i: number, typedByText: boolean): boolean {
  const value = typedByText ? decimalValue(textAt(row, i)) : row.number[i]!;
  if (Number.isNaN(value)) return false;
  return table.onlyPanel?.endsInSum(row.column[i]!, value) ?? false;
}
