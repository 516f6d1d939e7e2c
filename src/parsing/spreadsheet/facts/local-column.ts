import { type JsonText } from 'spreadsheet-reader/toolkit';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { type DateOrder, dateOrder, isoOfWritten, readWrittenDate, type WrittenDate } from './local-date';
import {
  canonicalDecimal,
  type DecimalMark,
  decimalMark,
  mayBeNumber,
  readWrittenNumber,
  type WrittenNumber,
} from './local-number';
import { isPlaceholder } from './placeholder';

/** Notation of numbers and dates that a column of a text file has shown so far. */
export interface ColumnHabit {
  mark: DecimalMark | null;
  order: DateOrder | null;
}

/** Column of a text file whose values are in a country's notation. */
export interface LocalColumn {
  type: 'number' | 'date';
  /** Canonical decimals or ISO dates of the values that have one. */
  values: string[];
  /** Currency or `%` of the numbers; null for none. */
  unit: string | null;
  /** Number of cells without such a value; errors do not count. */
  texts: number;
}

/** Number of first cells of a column, one of which must be a number or a date for the rest to be read. */
const sampleCells = 8;

/** Habit of a column of which no row has been read. */
export function noHabit(): ColumnHabit {
  return { mark: null, order: null };
}

/**
 * Reads the columns of a chunk of a text file that are in a country's notation, by column. Columns of only
 * canonical decimals or ISO dates are left out, unless their habit is another notation.
 */
export function readLocalColumns(
  chunk: { cells: ChunkCells; text: JsonText },
  columns: number,
  habits: ColumnHabit[],
): ReadonlyMap<number, LocalColumn> {
  while (habits.length < columns) habits.push(noHabit());
  const found = new Map<number, LocalColumn>();
  for (const [column, cells] of candidates(chunk, columns, habits)) {
    const local = readLocalColumn(chunk, cells, habits[column]!);
    if (local !== null) found.set(column, local);
  }
  return found;
}

/** Cells, without errors, of the columns that may be in a country's notation. */
function candidates(
  { cells, text }: { cells: ChunkCells; text: JsonText },
  columns: number,
  habits: readonly ColumnHabit[],
): Map<number, number[]> {
  const { column, kind, start, end, count } = cells;
  const { bytes } = text;
  const found = new Map<number, number[]>();
  const sampled = new Uint8Array(columns);
  for (const [c, { mark }] of habits.entries()) if (mark === ',' && c < columns) found.set(c, []);
  let open = columns;
  for (let i = 0; i < count && open > 0; i++) {
    const c = column[i]!;
    const seen = sampled[c]!;
    if (seen === sampleCells) continue;
    sampled[c] = seen + 1;
    if (seen + 1 === sampleCells) open--;
    if (kind[i] !== KeptKind.text || found.has(c)) continue;
    if (!mayBeNumber(bytes[start[i]!]!, bytes[end[i]! - 1]!)) continue;
    const shown = cells.textOf(i, text);
    if (readWrittenNumber(shown) !== null || readWrittenDate(shown) !== null) found.set(c, []);
  }
  if (found.size === 0) return found;
  for (let i = 0; i < count; i++) if (kind[i] !== KeptKind.error) found.get(column[i]!)?.push(i);
  return found;
}

/**
 * Reads a chunk's column as numbers or dates in one notation, and updates the habit. Null where more than
 * half of its values are something else, or where its values contradict one another, have several units, or
 * stay ambiguous.
 *
 * @param cellsOf the column's cells, without errors
 */
export function readLocalColumn(
  chunk: { cells: ChunkCells; text: JsonText },
  cellsOf: readonly number[],
  habit: ColumnHabit,
): LocalColumn | null {
  const { cells, text } = chunk;
  const numbers: WrittenNumber[] = [];
  const dates: WrittenDate[] = [];
  let placeholders = 0;
  for (const cell of cellsOf) {
    const shown = cells.textOf(cell, text);
    const number = cells.kind[cell] === KeptKind.isoDate ? null : readWrittenNumber(shown);
    const date = number === null ? readWrittenDate(shown) : null;
    if (number !== null) numbers.push(number);
    else if (date !== null) dates.push(date);
    else if (isPlaceholder(cells, cell, text)) placeholders++;
  }
  const counted = cellsOf.length - placeholders;
  if (numbers.length * 2 > counted) return asNumbers(numbers, cellsOf.length, habit);
  return dates.length * 2 > counted ? asDates(dates, cellsOf.length, habit) : null;
}

function asNumbers(
  numbers: readonly WrittenNumber[],
  filled: number,
  habit: ColumnHabit,
): LocalColumn | null {
  const mark = decimalMark(numbers, habit.mark);
  const units = new Set(numbers.flatMap(({ unit }) => unit ?? []));
  const [unit = null] = units;
  const isMixed = units.size > 1 || (unit === '%' && numbers.some((number) => number.unit === null));
  if (mark === undefined || isMixed) return null;
  habit.mark ??= mark;
  const values = numbers.map((number) => canonicalDecimal(number, mark ?? '.'));
  return { type: 'number', values, unit, texts: filled - values.length };
}

function asDates(dates: readonly WrittenDate[], filled: number, habit: ColumnHabit): LocalColumn | null {
  const order = dateOrder(dates, habit.order);
  if (order === null) return null;
  const values = dates.flatMap((date) => isoOfWritten(date, order) ?? []);
  if (values.length < dates.length) return null;
  habit.order = order;
  return { type: 'date', values, unit: null, texts: filled - values.length };
}
