import { decimalValue } from '../facts/decimal';
import { type RowBuffer } from '../workbook-reader';
import { cellClass, type CellClass } from './cell-class';

const CODES = { text: 1, number: 2, date: 3 } as const;

/** The first rows of a block as a dense grid over the columns that occur in it; what header detection looks at. */
export interface SegmentGrid {
  rows: readonly RowBuffer[];
  /** 0-based sheet columns, ascending; a grid column is an index into it. */
  columns: readonly number[];
  /** Filled cells of a row. */
  filled(row: number): number;
  /** Null for a blank cell. */
  classAt(row: number, column: number): CellClass | null;
  styleAt(row: number, column: number): number;
  textAt(row: number, column: number): string;
  /** Value of a number or date, also of one written as CSV text. */
  numberAt(row: number, column: number): number;
}

/** Lays rows out as a grid. `typedByText`: see `cellClass`. */
export function createSegmentGrid(rows: readonly RowBuffer[], typedByText: boolean): SegmentGrid {
  const columns = distinctColumns(rows);
  const place = new Map(columns.map((column, i) => [column, i]));
  const width = columns.length;
  const classes = new Uint8Array(rows.length * width);
  const cells = new Int32Array(rows.length * width);
  rows.forEach((row, r) => {
    for (let i = 0; i < row.length; i++) {
      const at = r * width + place.get(row.column[i]!)!;
      classes[at] = CODES[cellClass(row, i, typedByText)];
      cells[at] = i;
    }
  });
  const names: (CellClass | null)[] = [null, 'text', 'number', 'date'];
  return {
    rows,
    columns,
    filled: (row) => rows[row]!.length,
    classAt: (row, column) => names[classes[row * width + column]!]!,
    styleAt: (row, column) => rows[row]!.style[cells[row * width + column]!]!,
    textAt: (row, column) => rows[row]!.text[cells[row * width + column]!]!,
    numberAt(row, column) {
      const text = rows[row]!.text[cells[row * width + column]!]!;
      return text === '' ? rows[row]!.number[cells[row * width + column]!]! : decimalValue(text);
    },
  };
}

function distinctColumns(rows: readonly RowBuffer[]): number[] {
  const seen = new Set<number>();
  for (const row of rows) for (let i = 0; i < row.length; i++) seen.add(row.column[i]!);
  return [...seen].sort((a, b) => a - b);
}
