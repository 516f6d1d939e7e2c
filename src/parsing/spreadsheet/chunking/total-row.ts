import { canonicalDecimal, readWrittenNumber } from '../facts/local-number';
import { CellKind, firstUnitAt, type RowBuffer, textAt } from 'spreadsheet-reader';
import { cellClass } from './cell-class';
import { type Table } from './table';
import { readTotalLabel } from './total-label';

/** Column profile of a table's first data rows; 0-based sheet columns. */
export interface TableProfile {
  /** Leftmost column of mostly texts; Infinity for none. */
  labelColumn: number;
  /** Columns of mostly texts. */
  textColumns: ReadonlySet<number>;
  /** Columns of mostly formulas. */
  formulaColumns: ReadonlySet<number>;
}

const majority = 0.6;
const DIGIT_NINE = 57;

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
  const textColumns = mostly('texts');
  return { labelColumn: Math.min(...textColumns), textColumns, formulaColumns: mostly('formulas') };
}

/** Kind of a total row: total of the whole table, total of a part, mean, or sum without a label. */
export type TotalKind = 'whole' | 'part' | 'mean' | 'bare';

/**
 * Kind of total of a table row; null for other rows. The first cell must be a total label with a number
 * beside it. Products and places have such names too, so more evidence is required: formulas where the data
 * has none, a value that is the sum of rows above, or the name of the group above in the label. The single
 * word "Total" counts where the table's other text columns are blank in the row. A row of numbers without
 * text counts where one of them is the sum of all rows above, or a formula in a table without formulas.
 */
export function totalKind(
  table: Table,
  profile: TableProfile,
  typedByText: boolean,
  row: RowBuffer,
  from: number,
  to: number,
): TotalKind | null {
  if (
    row.column[from]! > profile.labelColumn &&
    isUnlabelledTotal(table, profile, typedByText, row, from, to)
  )
    return 'bare';
  if (to - from < 2 || row.kind[from] !== CellKind.text) return null;
  // Most rows start with a number or a code, and no label does.
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
    proven ||= row.kind[i] !== CellKind.formula && numberCells <= 2 && isSumAbove(table, row, i, typedByText);
  }
  if (numberCells === 0) return null;
  if (label.mean) return proven || texts === 0 ? 'mean' : null;
  const above = label.group === '' ? null : table.onlyPanel?.lastText(row.column[from]!);
  const ofGroup = above?.trim().toLowerCase() === label.group && label.group !== '';
  if (ofGroup || label.part) return proven || ofGroup || texts === 0 ? 'part' : null;
  return proven || (label.exact && texts === 0) ? 'whole' : null;
}

/**
 * Whether a row, in a table whose rows have names, holds only numbers, one of which is the sum of its column
 * in all data rows, or a formula.
 */
function isUnlabelledTotal(
  table: Table,
  { formulaColumns }: TableProfile,
  typedByText: boolean,
  row: RowBuffer,
  from: number,
  to: number,
): boolean {
  const panel = table.onlyPanel;
  if (panel?.isNamed !== true) return false;
  for (let i = from; i < to; i++) if (cellClass(row, i, typedByText) !== 'number') return false;
  for (let i = from; i < to; i++) {
    const total = panel.dataTotal(row.column[i]!);
    if (total === null || total.count < 2) continue;
    if (row.formula[i] === 1 && !formulaColumns.has(row.column[i]!)) return true;
    const isSum = (value: number) => value !== 0 && isClose(total.sum, value);
    if (valuesOf(row, i, typedByText).some(isSum)) return true;
  }
  return false;
}

/**
 * Whether a cell is the sum of the last two or more numbers of its column, in the open chunk or the table.
 */
function isSumAbove(table: Table, row: RowBuffer, i: number, typedByText: boolean): boolean {
  const panel = table.onlyPanel;
  if (panel === null) return false;
  const { values: numbers } = panel.openNumbers(row.column[i]!);
  const whole = panel.dataTotal(row.column[i]!);
  return valuesOf(row, i, typedByText).some(
    (value) => endsInSum(numbers, value) || (whole !== null && whole.count > 1 && isClose(whole.sum, value)),
  );
}

function endsInSum(numbers: readonly number[], sum: number): boolean {
  let total = 0;
  for (let i = numbers.length - 1; i >= 0; i--) {
    total += numbers[i]!;
    if (i < numbers.length - 1 && isClose(total, sum)) return true;
  }
  return false;
}

function isClose(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}

/** Possible values of a cell: two for an ambiguous text like `1,234`, none for a cell that is no number. */
function valuesOf(row: RowBuffer, i: number, typedByText: boolean): number[] {
  if (!typedByText) return row.kind[i] === CellKind.number ? [row.number[i]!] : [];
  const written = readWrittenNumber(textAt(row, i));
  if (written === null) return [];
  const marks = written.mark === 'ambiguous' ? (['.', ','] as const) : [written.mark ?? '.'];
  return marks.map((mark) => Number(canonicalDecimal(written, mark)));
}
