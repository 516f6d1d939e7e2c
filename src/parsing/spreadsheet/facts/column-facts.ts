import { isoOfSerial } from '../display/calendar';
import { writeJsonNumber } from '../display/json-number';
import { type JsonText } from '../display/json-text';
import { writeDateBound, writeDecimalBound } from './bound-json';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { compareDecimals } from './decimal';
import { createDistinctCounter } from './distinct-texts';
import { isoForm } from './iso-text';

/** Bit of each kind, to collect the kinds of a column. */
const bitOf = {
  number: 1 << KeptKind.number,
  date: 1 << KeptKind.date,
  boolean: 1 << KeptKind.boolean,
  decimal: 1 << KeptKind.decimal,
  isoDate: 1 << KeptKind.isoDate,
} as const;
const textBits = (1 << KeptKind.text) | bitOf.decimal | bitOf.isoDate;
const columnsInitial = 64;
/** Characters up to which texts with equal values are equal decimals, or the same date. */
const decimalCharsExact = 15;
const isoCharsExact = 10;

/** Cells of a chunk and the text that shows them. */
interface FactsOf {
  cells: ChunkCells;
  text: JsonText;
}

/**
 * Writes the facts of a chunk's columns as the objects of a JSON array, without blank columns.
 *
 * @param heads start of each column's object, up to the quote before its type
 */
export type WriteColumnFacts = (out: JsonText, chunk: FactsOf, heads: readonly Uint8Array[]) => void;

const ascii = (text: string) => Buffer.from(text, 'latin1');
const COMMA = ascii(',');
const NUMBER_MIN = ascii('number","min":');
const DATE_MIN = ascii('date","min":');
const MAX = ascii(',"max":');
const BOOLEAN = ascii('boolean"');
const TEXT_DISTINCT = ascii('text","distinct":');
const NON_EMPTY = ascii(',"non_empty":');
const END = ascii('}');

/**
 * Creates the writer of facts. They are computed from stored values, never from displayed ones. A column of
 * one type has that type; a mixed one, or one with an error value, is `text`. Bounds are exact: doubles as
 * stored, decimals of CSV with all their digits.
 */
export function createColumnFacts({ date1904 }: { date1904: boolean }): WriteColumnFacts {
  const countDistinct = createDistinctCounter();
  let columnsMax = columnsInitial;
  let kinds = new Uint8Array(columnsMax);
  let nonEmpty = new Int32Array(columnsMax);
  let min = new Float64Array(columnsMax);
  let max = new Float64Array(columnsMax);
  /** Cells with the least and greatest value of each column. */
  let minAt = new Int32Array(columnsMax);
  let maxAt = new Int32Array(columnsMax);
  let wanted = new Uint8Array(columnsMax);
  let distinct = new Int32Array(columnsMax);

  function begin(columns: number): void {
    if (columns > columnsMax) {
      columnsMax = columns * 2;
      kinds = new Uint8Array(columnsMax);
      nonEmpty = new Int32Array(columnsMax);
      min = new Float64Array(columnsMax);
      max = new Float64Array(columnsMax);
      minAt = new Int32Array(columnsMax);
      maxAt = new Int32Array(columnsMax);
      wanted = new Uint8Array(columnsMax);
      distinct = new Int32Array(columnsMax);
    }
    for (let c = 0; c < columns; c++) {
      kinds[c] = nonEmpty[c] = distinct[c] = 0;
      min[c] = Infinity;
      max[c] = -Infinity;
      minAt[c] = maxAt[c] = -1;
    }
  }

  function gather(cells: ChunkCells, text: JsonText): void {
    const { column, kind, number, count } = cells;
    for (let i = 0; i < count; i++) {
      const c = column[i]!;
      const value = number[i]!;
      const own = kind[i]!;
      kinds[c]! |= 1 << own;
      nonEmpty[c]!++;
      // Only texts can differ while their values are equal.
      const typed = own >= KeptKind.decimal;
      if (value < min[c]! || (typed && value === min[c] && comesBefore(cells, text, i, minAt[c]!))) {
        min[c] = value;
        minAt[c] = i;
      }
      if (value > max[c]! || (typed && value === max[c] && comesBefore(cells, text, maxAt[c]!, i))) {
        max[c] = value;
        maxAt[c] = i;
      }
    }
  }

  function countTexts(cells: ChunkCells, text: JsonText, columns: number): void {
    let some = false;
    for (let c = 0; c < columns; c++) {
      const bits = kinds[c]!;
      // Columns of only decimals or only dates have bounds instead.
      const counts =
        (bits & ~textBits) === 0 && bits !== 0 && bits !== bitOf.decimal && bits !== bitOf.isoDate;
      wanted[c] = counts ? 1 : 0;
      some ||= counts;
    }
    if (some) countDistinct(cells, text, wanted, distinct);
  }

  function writeNumbers(out: JsonText, c: number): void {
    out.rawBytes(NUMBER_MIN);
    writeJsonNumber(out, min[c]!);
    out.rawBytes(MAX);
    writeJsonNumber(out, max[c]!);
  }

  function writeDates(out: JsonText, c: number): void {
    const from = isoOfSerial(min[c]!, date1904);
    const to = isoOfSerial(max[c]!, date1904);
    // A serial outside the calendar is displayed as a number and counts as one.
    if (from === null || to === null) {
      writeNumbers(out, c);
      return;
    }
    out.rawBytes(DATE_MIN);
    out.raw(`"${from}"`);
    out.rawBytes(MAX);
    out.raw(`"${to}"`);
  }

  /** The bounds are taken from the chunk's text. */
  function writeTyped(out: JsonText, { cells, text }: FactsOf, c: number): void {
    const isDecimal = kinds[c] === bitOf.decimal;
    const write = isDecimal ? writeDecimalBound : writeDateBound;
    out.rawBytes(isDecimal ? NUMBER_MIN : DATE_MIN);
    write(out, text.bytes, cells.start[minAt[c]!]!, cells.end[minAt[c]!]!);
    out.rawBytes(MAX);
    write(out, text.bytes, cells.start[maxAt[c]!]!, cells.end[maxAt[c]!]!);
  }

  function writeTexts(out: JsonText, { cells, text }: FactsOf, c: number): void {
    const counted = wanted[c] === 1 && cells.unlike.size === 0 ? distinct[c]! : -1;
    out.rawBytes(TEXT_DISTINCT);
    writeJsonNumber(out, counted < 0 ? countValues(cells, text, c) : counted);
  }

  function writeColumn(out: JsonText, chunk: FactsOf, c: number): void {
    switch (kinds[c]) {
      case bitOf.number:
        writeNumbers(out, c);
        break;
      case bitOf.date:
        writeDates(out, c);
        break;
      case bitOf.boolean:
        out.rawBytes(BOOLEAN);
        break;
      case bitOf.decimal:
      case bitOf.isoDate:
        writeTyped(out, chunk, c);
        break;
      default:
        writeTexts(out, chunk, c);
    }
    out.rawBytes(NON_EMPTY);
    writeJsonNumber(out, nonEmpty[c]!);
    out.rawBytes(END);
  }

  return function writeFacts(out, chunk, heads) {
    const { cells, text } = chunk;
    begin(heads.length);
    gather(cells, text);
    countTexts(cells, text, heads.length);
    let written = 0;
    for (let c = 0; c < heads.length; c++) {
      if (nonEmpty[c] === 0) continue;
      if (written++ > 0) out.rawBytes(COMMA);
      out.rawBytes(heads[c]!);
      writeColumn(out, chunk, c);
    }
  };
}

/** Whether a decimal or date is less than another one with the same double; true where `b` is -1, none. */
function comesBefore(cells: ChunkCells, text: JsonText, a: number, b: number): boolean {
  if (a < 0 || b < 0) return true;
  const kind = cells.kind[a]!;
  if (kind !== cells.kind[b]) return false;
  const chars = Math.max(cells.end[a]! - cells.start[a]!, cells.end[b]! - cells.start[b]!);
  if (chars <= (kind === KeptKind.decimal ? decimalCharsExact : isoCharsExact)) return false;
  const [left, right] = [cells.textOf(a, text), cells.textOf(b, text)];
  return kind === KeptKind.decimal ? compareDecimals(left, right) < 0 : isoForm(left) < isoForm(right);
}

function countValues(cells: ChunkCells, text: JsonText, column: number): number {
  const values = new Set<string | number | boolean>();
  for (let i = 0; i < cells.count; i++) if (cells.column[i] === column) values.add(valueOf(cells, text, i));
  return values.size;
}

function valueOf(cells: ChunkCells, text: JsonText, i: number): string | number | boolean {
  const kind = cells.kind[i]!;
  if (kind === KeptKind.number || kind === KeptKind.date) return cells.number[i]!;
  if (kind === KeptKind.boolean) return cells.number[i] !== 0;
  return cells.textOf(i, text);
}
