import { type JsonText } from 'spreadsheet-reader/toolkit';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { compareDecimals } from './decimal';
import { isoForm } from './iso-text';

/** Cells of a chunk and its text. */
export interface ChunkContent {
  cells: ChunkCells;
  text: JsonText;
}

/** Indexes of the counted kinds of values in the counts of a column. */
export const COUNT = { numbers: 0, dates: 1, texts: 2, booleans: 3, errors: 4, formulas: 5 } as const;
const countOfKind = new Uint8Array(9);
countOfKind[KeptKind.number] = countOfKind[KeptKind.decimal] = COUNT.numbers;
countOfKind[KeptKind.date] = countOfKind[KeptKind.isoDate] = COUNT.dates;
countOfKind[KeptKind.text] = COUNT.texts;
countOfKind[KeptKind.boolean] = COUNT.booleans;
countOfKind[KeptKind.error] = COUNT.errors;
countOfKind[KeptKind.formula] = COUNT.formulas;
const slots = 8;
const columnsInitial = 64;
/** Length up to which texts with equal doubles are equal decimals, or the same date. */
const decimalCharsExact = 15;
const isoCharsExact = 10;

/** Least and greatest value of a column's numbers or dates, and the cells that hold them. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly minAt: number;
  readonly maxAt: number;
}

export interface ColumnValues {
  /** Reads a chunk's cells. All other results are those of the last chunk that was read. */
  gather(chunk: ChunkContent, columns: number): void;
  /** Number of cells of a kind, one of {@link COUNT}. */
  count(column: number, kind: number): number;
  filled(column: number): number;
  /** Bounds of the numbers or the dates; meaningless for a column without any. */
  bounds(column: number, kind: typeof COUNT.numbers | typeof COUNT.dates): Bounds;
}

/** Creates the counts and bounds, as arrays by column because every cell of a sheet passes through them. */
export function createColumnValues(): ColumnValues {
  let columnsMax = columnsInitial;
  let counts = new Int32Array(columnsMax * slots);
  /** Bounds of each column's numbers and dates, alternating. */
  let min = new Float64Array(columnsMax * 2);
  let max = new Float64Array(columnsMax * 2);
  let minAt = new Int32Array(columnsMax * 2);
  let maxAt = new Int32Array(columnsMax * 2);

  function begin(columns: number): void {
    if (columns > columnsMax) {
      columnsMax = columns * 2;
      counts = new Int32Array(columnsMax * slots);
      min = new Float64Array(columnsMax * 2);
      max = new Float64Array(columnsMax * 2);
      minAt = new Int32Array(columnsMax * 2);
      maxAt = new Int32Array(columnsMax * 2);
    }
    counts.fill(0, 0, columns * slots);
    min.fill(Infinity, 0, columns * 2);
    max.fill(-Infinity, 0, columns * 2);
    minAt.fill(-1, 0, columns * 2);
    maxAt.fill(-1, 0, columns * 2);
  }

  return {
    gather(chunk, columns) {
      begin(columns);
      const { column, kind, number, count } = chunk.cells;
      for (let i = 0; i < count; i++) {
        const own = kind[i]!;
        const counted = countOfKind[own]!;
        counts[column[i]! * slots + counted]!++;
        if (counted > COUNT.dates) continue;
        const c = column[i]! * 2 + counted;
        const value = number[i]!;
        // Only texts can differ while their values are equal.
        const typed = own >= KeptKind.decimal;
        if (value < min[c]! || (typed && value === min[c] && comesBefore(chunk, i, minAt[c]!))) {
          min[c] = value;
          minAt[c] = i;
        }
        if (value > max[c]! || (typed && value === max[c] && comesBefore(chunk, maxAt[c]!, i))) {
          max[c] = value;
          maxAt[c] = i;
        }
      }
    },
    count: (column, kind) => counts[column * slots + kind]!,
    filled(column) {
      let sum = 0;
      for (let kind = 0; kind < slots; kind++) sum += counts[column * slots + kind]!;
      return sum;
    },
    bounds(column, kind) {
      const c = column * 2 + kind;
      return { min: min[c]!, max: max[c]!, minAt: minAt[c]!, maxAt: maxAt[c]! };
    },
  };
}

/**
 * Whether a decimal or date is less than another one with the same double; true where there is no other (`b`
 * is -1).
 */
function comesBefore({ cells, text }: ChunkContent, a: number, b: number): boolean {
  if (a < 0 || b < 0) return true;
  const kind = cells.kind[a]!;
  if (kind !== cells.kind[b]) return false;
  const chars = Math.max(cells.end[a]! - cells.start[a]!, cells.end[b]! - cells.start[b]!);
  if (chars <= (kind === KeptKind.decimal ? decimalCharsExact : isoCharsExact)) return false;
  const [left, right] = [cells.textOf(a, text), cells.textOf(b, text)];
  return kind === KeptKind.decimal ? compareDecimals(left, right) < 0 : isoForm(left) < isoForm(right);
}
