import { type ColumnFacts } from '../../../domain/documents/spreadsheet-chunk';
import { isoOfSerial, type JsonText, toJson, writeJsonNumber } from 'spreadsheet-reader/toolkit';
import { writeDateBound, writeDecimalBound } from './bound-json';
import { type ChunkCells, KeptKind } from './chunk-cells';
import { createColumnSums } from './column-sums';
import { type ChunkContent, COUNT, createColumnValues } from './column-values';
import { createDistinctCounter } from './distinct-texts';
import { compareDecimals, decimalToJson } from './decimal';
import { type LocalColumn } from './local-column';
import { countPlaceholders } from './placeholder';

export interface FactsColumns {
  /** Number of rows of the chunk, without blank ones. */
  rowCount: number;
  /** First bytes of each column's object, up to the quote before its type. */
  heads: readonly Uint8Array[];
  /** Columns of a text file with numbers or dates in a country's notation. */
  locals: ReadonlyMap<number, LocalColumn>;
}

/** Writes the facts of a chunk's columns as the objects of a JSON array, without blank columns. */
export type WriteColumnFacts = (out: JsonText, chunk: ChunkContent, columns: FactsColumns) => void;

type ColumnType = ColumnFacts['type'];

const ascii = (text: string) => Buffer.from(text, 'latin1');
const COMMA = ascii(',');
const NUMBER_MIN = ascii('number","min":');
const DATE_MIN = ascii('date","min":');
const MAX = ascii(',"max":');
const SUM = ascii(',"sum":');
const UNIT = ascii(',"unit":');
const BOOLEAN = ascii('boolean"');
const TEXT_DISTINCT = ascii('text","distinct":');
const NON_EMPTY = ascii(',"non_empty":');
const COUNTS = ascii(',"counts":{');
const END = ascii('}}');
const countNames = Object.keys(COUNT).map((name) => ascii(`"${name}":`));
const BLANKS = ascii('"blanks":');
/** Characters of a decimal whose double always keeps all digits. */
const shortDecimalChars = 15;
const POINT = 46;

/**
 * Creates the writer of facts. It computes facts from stored values, never from displayed ones. A column has
 * the type of more than half of its values, without errors, formulas without a value and placeholders for
 * missing values; otherwise it is `text`. Bounds and sums cover the values of that type and are exact:
 * doubles as stored, decimals of CSV with all their digits.
 */
export function createColumnFacts({ date1904 }: { date1904: boolean }): WriteColumnFacts {
  const countDistinct = createDistinctCounter();
  const values = createColumnValues();
  const sums = createColumnSums();
  let types: ColumnType[] = [];
  let content: ChunkContent | null = null;
  let locals: FactsColumns['locals'] = new Map();
  let wanted = new Uint8Array(0);
  let distinct = new Int32Array(0);

  function judge(chunk: ChunkContent, columns: number): void {
    const isMixed = (c: number) =>
      values.count(c, COUNT.texts) > 0 && values.count(c, COUNT.texts) < values.filled(c);
    const placeholders = countPlaceholders(chunk, columns, isMixed);
    types = Array.from({ length: columns }, (_, c) => typeOf(c, placeholders[c] ?? 0));
  }

  function typeOf(c: number, placeholders: number): ColumnType {
    const local = locals.get(c);
    if (local !== undefined) return local.type;
    const none = values.count(c, COUNT.errors) + values.count(c, COUNT.formulas) + placeholders;
    const counted = values.filled(c) - none;
    const isMost = (kind: number) => values.count(c, kind) * 2 > counted;
    if (isMost(COUNT.numbers)) return 'number';
    // A serial outside the calendar is displayed as a number and counts as one.
    if (isMost(COUNT.dates)) return hasCalendarDates(c) ? 'date' : 'number';
    return isMost(COUNT.booleans) ? 'boolean' : 'text';
  }

  function hasCalendarDates(c: number): boolean {
    const { min, max, minAt } = values.bounds(c, COUNT.dates);
    return isTyped(minAt) || (isoOfSerial(min, date1904) !== null && isoOfSerial(max, date1904) !== null);
  }

  function isTyped(cell: number): boolean {
    return content!.cells.kind[cell]! >= KeptKind.decimal;
  }

  /** Kind of the column's values that have bounds. */
  function boundKind(c: number): typeof COUNT.numbers | typeof COUNT.dates {
    return values.count(c, COUNT.numbers) > values.count(c, COUNT.dates) ? COUNT.numbers : COUNT.dates;
  }

  function addText(c: number, decimal: string): void {
    if (decimal.length > shortDecimalChars) sums.addLongDecimal(c, decimal);
    else
      sums.addDecimal(
        c,
        Number(decimal),
        decimal.includes('.') ? decimal.length - 1 - decimal.indexOf('.') : 0,
      );
  }

  function addUp({ cells, text }: ChunkContent, columns: number): void {
    sums.begin(columns);
    for (const [c, { type, values: decimals }] of locals)
      if (type === 'number') for (const decimal of decimals) addText(c, decimal);
    const { column, kind, number, start, end, count } = cells;
    const isAdded = Uint8Array.from(types, (type, c) => (type === 'number' && !locals.has(c) ? 1 : 0));
    for (let i = 0; i < count; i++) {
      const own = kind[i]!;
      if (isAdded[column[i]!] === 0) continue;
      if (own === KeptKind.number) sums.addDouble(column[i]!, number[i]!);
      else if (own === KeptKind.date && boundKind(column[i]!) === COUNT.dates)
        sums.addDouble(column[i]!, number[i]!);
      else if (own === KeptKind.decimal && end[i]! - start[i]! <= shortDecimalChars) {
        sums.addDecimal(column[i]!, number[i]!, placesOf(text.bytes, start[i]!, end[i]!));
      } else if (own === KeptKind.decimal) sums.addLongDecimal(column[i]!, cells.textOf(i, text));
    }
  }

  function countTexts({ cells, text }: ChunkContent, columns: number): void {
    if (wanted.length < columns) {
      wanted = new Uint8Array(columns * 2);
      distinct = new Int32Array(columns * 2);
    }
    let some = false;
    for (let c = 0; c < columns; c++) {
      // The counter compares displayed texts, which distinguish stored texts but not other values.
      const isText = types[c] === 'text' && holdsTexts(c);
      wanted[c] = isText ? 1 : 0;
      distinct[c] = 0;
      some ||= isText;
    }
    if (some) countDistinct(cells, text, wanted, distinct);
  }

  function holdsTexts(c: number): boolean {
    const others = values.count(c, COUNT.booleans) + values.count(c, COUNT.errors);
    if (others > 0) return false;
    const typed = (kind: typeof COUNT.numbers | typeof COUNT.dates) =>
      values.count(c, kind) === 0 || isTyped(values.bounds(c, kind).minAt);
    return typed(COUNT.numbers) && typed(COUNT.dates);
  }

  function writeBounds(out: JsonText, { text, cells }: ChunkContent, c: number): void {
    const isNumber = types[c] === 'number';
    const { min, max, minAt, maxAt } = values.bounds(c, boundKind(c));
    const write = (value: number, cell: number) => {
      if (isTyped(cell)) {
        const writeTyped = isNumber ? writeDecimalBound : writeDateBound;
        writeTyped(out, text.bytes, cells.start[cell]!, cells.end[cell]!);
      } else if (isNumber) writeJsonNumber(out, value);
      else out.raw(`"${isoOfSerial(value, date1904)!}"`);
    };
    out.rawBytes(isNumber ? NUMBER_MIN : DATE_MIN);
    write(min, minAt);
    out.rawBytes(MAX);
    write(max, maxAt);
    if (isNumber) writeSum(out, c);
  }

  function writeSum(out: JsonText, c: number): void {
    const before = out.length;
    out.rawBytes(SUM);
    if (!sums.write(out, c)) out.length = before;
  }

  function writeLocal(out: JsonText, c: number, { type, values: shown, unit }: LocalColumn): void {
    const isNumber = type === 'number';
    const compare = isNumber ? compareDecimals : (a: string, b: string) => (a < b ? -1 : 1);
    const json = isNumber ? decimalToJson : (iso: string) => `"${iso}"`;
    out.rawBytes(isNumber ? NUMBER_MIN : DATE_MIN);
    out.raw(json(shown.reduce((least, value) => (compare(value, least) < 0 ? value : least))));
    out.rawBytes(MAX);
    out.raw(json(shown.reduce((most, value) => (compare(value, most) > 0 ? value : most))));
    if (isNumber) writeSum(out, c);
    if (unit === null) return;
    out.rawBytes(UNIT);
    out.raw(toJson(unit));
  }

  function countOf(c: number, kind: number): number {
    const local = locals.get(c);
    if (local === undefined || kind === COUNT.errors) return values.count(c, kind);
    const own = local.type === 'number' ? COUNT.numbers : COUNT.dates;
    return kind === own ? local.values.length : kind === COUNT.texts ? local.texts : 0;
  }

  function writeCounts(out: JsonText, c: number, blanks: number): void {
    out.rawBytes(COUNTS);
    let first = true;
    const write = (name: Uint8Array, count: number) => {
      if (count === 0) return;
      if (!first) out.rawBytes(COMMA);
      first = false;
      out.rawBytes(name);
      writeJsonNumber(out, count);
    };
    countNames.forEach((name, kind) => {
      write(name, countOf(c, kind));
    });
    write(BLANKS, blanks);
  }

  function writeColumn(out: JsonText, chunk: ChunkContent, rowCount: number, c: number): void {
    const type = types[c]!;
    const local = locals.get(c);
    if (local !== undefined) writeLocal(out, c, local);
    else if (type === 'boolean') out.rawBytes(BOOLEAN);
    else if (type === 'text') {
      const counted = wanted[c] === 1 && chunk.cells.unlike.size === 0 ? distinct[c]! : -1;
      out.rawBytes(TEXT_DISTINCT);
      writeJsonNumber(out, counted < 0 ? countValues(chunk, c) : counted);
    } else writeBounds(out, chunk, c);
    out.rawBytes(NON_EMPTY);
    writeJsonNumber(out, values.filled(c));
    writeCounts(out, c, rowCount - values.filled(c));
    out.rawBytes(END);
  }

  return function writeFacts(out, chunk, { rowCount, heads, locals: written }) {
    const columns = heads.length;
    content = chunk;
    locals = written;
    values.gather(chunk, columns);
    judge(chunk, columns);
    addUp(chunk, columns);
    countTexts(chunk, columns);
    let columnsWritten = 0;
    for (let c = 0; c < columns; c++) {
      if (values.filled(c) === 0) continue;
      if (columnsWritten++ > 0) out.rawBytes(COMMA);
      out.rawBytes(heads[c]!);
      writeColumn(out, chunk, rowCount, c);
    }
  };
}

/** Digits after the point of a canonical decimal in ASCII bytes. */
function placesOf(bytes: Uint8Array, start: number, end: number): number {
  for (let i = end - 1; i > start; i--) if (bytes[i] === POINT) return end - 1 - i;
  return 0;
}

function countValues({ cells, text }: ChunkContent, column: number): number {
  const distinct = new Set<string | number | boolean>();
  for (let i = 0; i < cells.count; i++) if (cells.column[i] === column) distinct.add(valueOf(cells, text, i));
  return distinct.size;
}

function valueOf(cells: ChunkCells, text: JsonText, i: number): string | number | boolean {
  const kind = cells.kind[i]!;
  if (kind === KeptKind.number || kind === KeptKind.date) return cells.number[i]!;
  if (kind === KeptKind.boolean) return cells.number[i] !== 0;
  return cells.textOf(i, text);
}
