import { createRowBuffer, growRowBuffer } from '../row-buffer';
import { WorkbookError } from '../workbook-error';
import { CellKind, type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';

/** A stretch of text in which a record begins at `from`. */
export interface TextWindow {
  text: string;
  from: number;
  /** The text ends here. */
  last: boolean;
  /** The window can grow no more. */
  full: boolean;
}

/** Cuts text into records and their fields, by RFC 4180 and, where a file breaks it, as spreadsheet programs do. */
export interface RecordScanner {
  /**
   * Calls `onRow` for every whole record of the window that has a field which is not empty.
   *
   * @returns where the first record begins that is not whole; where that is `from`, the next window has to be longer
   */
  scan(window: TextWindow, onRow: (row: RowBuffer) => void): number;
  /** Records, by number, whose quoted field was never closed and was read as plain text. */
  readonly unclosedAt: readonly number[];
}

/** Columns of a sheet, as in every spreadsheet program; empty fields past it do no harm. */

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
const unquotedCharsMax = 64 * 1024;

/** A scanner for one text, from its first record on. */
export function createRecordScanner(delimiter: string): RecordScanner {
  const DELIMITER = delimiter.charCodeAt(0);
  const row = createRowBuffer();
  row.kind.fill(CellKind.text);
  const unclosedAt: number[] = [];
  let record = 0;

  function scan(window: TextWindow, onRow: (row: RowBuffer) => void): number {
    const { text, from, last } = window;
    const end = text.length;
    let position = from;
    let recordStart = from;
    let column = 0;
    row.length = 0;
    while (position < end) {
      let start = position;
      let value = '';
      let character = text.charCodeAt(position);
      if (character === QUOTE) {
        const close = closingQuote(text, position + 1);
        if (close >= 0) {
          value = unquote(text.slice(position + 1, close));
          start = position = close + 1;
        } else {
          if (!last && !(window.full && recordStart === from)) return recordStart;
          if (unclosedAt.length < unclosedReportedMax) unclosedAt.push(record + 1);
          if (last && !hasLineBreak(text, position)) {
            value = unquote(text.slice(position + 1));
            start = position = end;
          } else {
            position++;
          }
        }
      }
      while (position < end) {
        character = text.charCodeAt(position);
        if (character === DELIMITER || character === LF || character === CR) break;
        position++;
      }
      if (position > start) {
        const plain = text.slice(start, position);
        value = value === '' ? plain : value + plain;
      }
      if (position >= end && !last) return recordStart;
      if (value !== '') put(column, value);
      column++;
      if (position < end && character === DELIMITER) {
        position++;
        continue;
      }
      if (character === CR && position + 1 === end && !last) return recordStart;
      position += character === CR && text.charCodeAt(position + 1) === LF ? 2 : 1;
      record++;
      if (row.length > 0) {
        row.row = record;
        onRow(row);
        row.length = 0;
      }
      column = 0;
      recordStart = position;
    }
    if (!last) return recordStart;
    if (row.length > 0) {
      row.row = ++record;
      onRow(row);
      row.length = 0;
    }
    return end;
  }

  function put(column: number, value: string): void {
    if (column >= COLUMNS_MAX) throw new WorkbookError('too_large', tooManyColumns);
    const cell = row.length;
    if (cell === row.column.length) {
      growRowBuffer(row);
      row.kind.fill(CellKind.text);
    }
    row.column[cell] = column;
    row.text[cell] = value;
    row.length = cell + 1;
  }

  return { scan, unclosedAt };
}

const tooManyColumns = `A record has values beyond column ${COLUMNS_MAX}, the last one that a sheet can have.`;
/** A warning names the first few; more would repeat itself. */
const unclosedReportedMax = 10;

/** Where the quote is that closes a field, -1 where it is not in sight; one at the end may prove to be half of a pair. */
function closingQuote(text: string, from: number): number {
  for (let position = from; ; position += 2) {
    if (text.charCodeAt(position) !== QUOTE) position = text.indexOf('"', position);
    if (position < 0 || text.charCodeAt(position + 1) !== QUOTE) return position;
  }
}

/**
 * Content of a quoted field, its pairs of quotes made single. In pieces, and joined rather than replaced: V8 answers a
 * replacement with a chain of its parts, and millions of them take a GB.
 */
function unquote(value: string): string {
  if (!value.includes('"')) return value;
  let plain = '';
  for (let start = 0, end; start < value.length; start = end) {
    end = Math.min(start + unquotedCharsMax, value.length);
    let quotes = 0;
    while (end - quotes > start && value.charCodeAt(end - quotes - 1) === QUOTE) quotes++;
    end += quotes & 1;
    plain += value.slice(start, end).split('""').join('"');
  }
  return plain;
}

function hasLineBreak(text: string, from: number): boolean {
  return text.includes('\n', from) || text.includes('\r', from);
}
