import { decimalValue } from '../facts/decimal';
import { firstUnitAt, textAt } from '../raw-text';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { cellClass } from './cell-class';
import { type Table } from './table';
import { readTotalLabel } from './total-label';

/** Column profile of a table's first data rows; 0-based sheet columns. */
export interface TableProfile {
  /** Columns of mostly texts. */
  textColumns: ReadonlySet<number>;
  /** Columns of mostly formulas. */
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

/** Scope of a total row: the whole table, or a part. */
export type TotalKind = 'whole' | 'part';

/**
 * Kind of total of a table row, null for other rows. Its first cell must be a total label and a number must
 * be beside it. Because products and places have such names too, more evidence is needed: formulas where the
 * data has none, a value that is the sum of rows above, or the name of the group above in the label. A bare
 * "Total" counts where the table's other text columns are blank in the row.
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
  let numberCells = 0;
  let texts = 0;
  let proven = false;
  for (let i = from + 1; i < to; i++) {
    const column = row.column[i]!;
    if (cellClass(row, i, typedByText) === 'text') {
      if (profile.textColumns.has(column)) texts++;
      continue;
    }
    numberCells++;
    proven ||= row.formula[i] === 1 && !profile.formulaColumns.has(column);
    proven ||= numberCells <= 2 && isSumAbove(table, row, i, typedByText);
  }
  if (numberCells === 0) return null;
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
