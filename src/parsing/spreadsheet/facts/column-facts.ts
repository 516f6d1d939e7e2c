import { isoOfSerial } from '../display/calendar';
import { CellKind } from '../workbook-reader';
import { type ChunkCells } from './chunk-cells';
import { compareDecimals, decimalToJson, decimalValue } from './decimal';
import { createDistinctCounter } from './distinct-texts';
import { isoDateKey, isoForm } from './iso-text';

/** Where values come from, as far as facts depend on it. */
export interface FactsSource {
  date1904: boolean;
  /** Texts that are canonical decimals or ISO dates count as such: true for CSV, which has no types. */
  typedByText: boolean;
}

/** Type and bounds of one column; bounds are numbers or JSON values of whatever type, null where the type has none. */
export interface ColumnSummary {
  type: 'number' | 'date' | 'text' | 'boolean';
  nonEmpty: number;
  min: number | string | null;
  max: number | string | null;
  /** Of text columns. */
  distinct: number;
}

const typeBit = { number: 1, date: 2, boolean: 4, text: 8 } as const;

/** Summarises the columns of a chunk, so many from the first one of its range. */
export type SummariseColumns = (cells: ChunkCells, columns: number) => ColumnSummary[];

/**
 * Summarises a chunk column by column from stored values, never from what is displayed. A column of one type is of that
 * type; anything mixed, or with an error value in it, is `text`. Bounds are exact: doubles as they are stored, decimals of
 * CSV with all their digits.
 */
export function createColumnSummaries(source: FactsSource): SummariseColumns {
  let next = new Int32Array(0);
  const countDistinct = createDistinctCounter();

  return function summarise(cells, columns) {
    const head = new Int32Array(columns).fill(-1);
    if (next.length < cells.count) next = new Int32Array(cells.column.length);
    for (let i = cells.count - 1; i >= 0; i--) {
      const column = cells.column[i]!;
      next[i] = head[column]!;
      head[column] = i;
    }
    return Array.from(head, (first) => summariseColumn(cells, first));
  };

  function summariseColumn(cells: ChunkCells, first: number): ColumnSummary {
    let types = 0;
    let nonEmpty = 0;
    let min = Infinity;
    let max = -Infinity;
    for (let i = first; i >= 0; i = next[i]!) {
      nonEmpty++;
      const kind = cells.kind[i]!;
      if (kind === CellKind.number || kind === CellKind.date) {
        const value = cells.number[i]!;
        types |= kind === CellKind.number ? typeBit.number : typeBit.date;
        if (value < min) min = value;
        if (value > max) max = value;
      } else if (kind === CellKind.boolean) types |= typeBit.boolean;
      else {
        types |= typeBit.text;
        break;
      }
    }
    if ((types & typeBit.text) !== 0 && source.typedByText) {
      const typed = summariseDecimals(cells, first) ?? summariseDates(cells, first);
      if (typed !== null) return typed;
    }
    if (types === typeBit.number) return { type: 'number', nonEmpty, min, max, distinct: 0 };
    if (types === typeBit.date) {
      const [from, to] = [isoOfSerial(min, source.date1904), isoOfSerial(max, source.date1904)];
      // A serial outside the calendar is shown as a number, so it is one.
      if (from === null || to === null) return { type: 'number', nonEmpty, min, max, distinct: 0 };
      return { type: 'date', nonEmpty, min: JSON.stringify(from), max: JSON.stringify(to), distinct: 0 };
    }
    if (types === typeBit.boolean) return { type: 'boolean', nonEmpty, min: null, max: null, distinct: 0 };
    return summariseTexts(cells, first);
  }

  /** Null as soon as one cell is not a decimal. */
  function summariseDecimals(cells: ChunkCells, first: number): ColumnSummary | null {
    let nonEmpty = 0;
    let [min, max] = [Infinity, -Infinity];
    let [minText, maxText] = ['', ''];
    for (let i = first; i >= 0; i = next[i]!) {
      const text = cells.text[i]!;
      const value = cells.kind[i] === CellKind.text ? decimalValue(text) : NaN;
      if (Number.isNaN(value)) return null;
      // Rounding to a double never swaps two decimals; equal doubles may still differ in their digits.
      if (nonEmpty === 0 || value < min || (value === min && compareDecimals(text, minText) < 0)) {
        min = value;
        minText = text;
      }
      if (nonEmpty === 0 || value > max || (value === max && compareDecimals(text, maxText) > 0)) {
        max = value;
        maxText = text;
      }
      nonEmpty++;
    }
    return {
      type: 'number',
      nonEmpty,
      min: decimalToJson(minText),
      max: decimalToJson(maxText),
      distinct: 0,
    };
  }

  /** Null as soon as one cell is not an ISO date. */
  function summariseDates(cells: ChunkCells, first: number): ColumnSummary | null {
    let nonEmpty = 0;
    let [min, max] = [Infinity, -Infinity];
    let [minText, maxText] = ['', ''];
    for (let i = first; i >= 0; i = next[i]!) {
      const text = cells.text[i]!;
      const key = cells.kind[i] === CellKind.text ? isoDateKey(text) : NaN;
      if (Number.isNaN(key)) return null;
      if (key < min || (key === min && isoForm(text) < isoForm(minText))) {
        min = key;
        minText = text;
      }
      if (key > max || (key === max && isoForm(text) > isoForm(maxText))) {
        max = key;
        maxText = text;
      }
      nonEmpty++;
    }
    const bounds = { min: JSON.stringify(isoForm(minText)), max: JSON.stringify(isoForm(maxText)) };
    return { type: 'date', nonEmpty, ...bounds, distinct: 0 };
  }

  function summariseTexts(cells: ChunkCells, first: number): ColumnSummary {
    let nonEmpty = 0;
    let texts = 0;
    for (let i = first; i >= 0; i = next[i]!) {
      nonEmpty++;
      if (cells.kind[i] === CellKind.text) texts++;
    }
    const counted = texts === nonEmpty ? countDistinct(cells.text, first, next) : null;
    return { type: 'text', nonEmpty, min: null, max: null, distinct: counted ?? countValues(cells, first) };
  }

  function countValues(cells: ChunkCells, first: number): number {
    const values = new Set<string | number | boolean>();
    for (let i = first; i >= 0; i = next[i]!) values.add(valueOf(cells, i));
    return values.size;
  }
}

function valueOf(cells: ChunkCells, i: number): string | number | boolean {
  const kind = cells.kind[i]!;
  if (kind === CellKind.number || kind === CellKind.date) return cells.number[i]!;
  if (kind === CellKind.boolean) return cells.number[i] !== 0;
  return cells.text[i]!;
}
