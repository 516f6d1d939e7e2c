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
  const textColumns = mostly('texts');
  return { labelColumn: Math.min(...textColumns), textColumns, formulaColumns: mostly('formulas') };
}

/** Scope of a total row: the whole table, or a part; or a mean, or a sum without a label. */
export type TotalKind = 'whole' | 'part' | 'mean' | 'bare';

/**
 * Kind of total of a table row, null for other rows. Its first cell must be a total label and a number must
 * be beside it. Because products and places have such names too, more evidence is needed: formulas where the
 * data has none, a value that is the sum of rows above, or the name of the group above in the label. A bare
 * "Total" counts where the table's other text columns are blank in the row. A row of numbers without any text
 * may be a total where one of them is the sum of all rows above, or a formula where the data has none.
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
 * Whether a row of a table with names has nothing but numbers, of which one is the sum of its column in all data
 * rows, or a formula.
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

/** Whether a cell is the sum of its column's last numbers, at least two, in the open chunk or the table. */
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

/** Values that a cell may have: two for a text like `1,234`, none for one that is no number. */
function valuesOf(row: RowBuffer, i: number, typedByText: boolean): number[] {
  if (!typedByText) return row.kind[i] === CellKind.number ? [row.number[i]!] : [];
  const written = readWrittenNumber(textAt(row, i));
  if (written === null) return [];
  const marks = written.mark === 'ambiguous' ? (['.', ','] as const) : [written.mark ?? '.'];
  return marks.map((mark) => Number(canonicalDecimal(written, mark)));
}
