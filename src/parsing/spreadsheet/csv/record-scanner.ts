import { PLAIN } from '../display/json-text';
import { unquote } from '../raw-text';
import { SourceError } from '../../source/source-error';
import { RawForm, type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';
import { createRecordRow } from './record-row';

/** A stretch of valid UTF-8 in which a record begins at 0, with room for one byte behind its end. */
export interface ByteWindow {
  bytes: Buffer;
  end: number;
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
   * @returns where the first record begins that is not whole; where that is 0, the next window has to be longer
   */
  scan(window: ByteWindow, onRow: (row: RowBuffer) => void): number;
  /** Records, by number, whose quoted field was never closed and was read as plain text. */
  readonly unclosedAt: readonly number[];
}

const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;
/** Class of a byte that may end a field; others are 0 where they can be copied as they stand, 1 where not. */
const MARK = 2;
const COLUMNS = COLUMNS_MAX;
/** A warning names the first few; more would repeat itself. */
const unclosedReportedMax = 10;

/** A scanner for one text, from its first record on. */
export function createRecordScanner(delimiter: string): RecordScanner {
  const delimiterBytes = Buffer.from(delimiter);
  const delimiterLength = delimiterBytes.length;
  const DELIMITER = delimiterBytes[0]!;
  const odd = Uint8Array.from({ length: 256 }, (_, byte) => (PLAIN[byte] === 1 ? 0 : 1));
  const classes = odd.slice();
  classes[DELIMITER] = classes[LF] = classes[CR] = MARK;
  const rows = createRecordRow();
  const { row } = rows;
  const unclosedAt: number[] = [];
  let record = 0;
  /** Form of the content that `closingQuote` went over. */
  let quotedForm: number = RawForm.plain;

  function scan({ bytes, end, last, full }: ByteWindow, onRow: (row: RowBuffer) => void): number {
    let position = 0;
    let recordStart = 0;
    let column = 0;
    let cells = 0;
    let { column: columns } = row;
    let { start: starts, end: ends, form: forms } = row.places;
    // Ends the last field, so that the loop over its bytes does not have to look for the window's end.
    bytes[end] = LF;
    rows.begin(bytes, end);
    while (position < end) {
      const open = position;
      let start = position;
      let close = -1;
      let form: number = RawForm.plain;
      if (bytes[position] === QUOTE) {
        close = closingQuote(bytes, position + 1, end);
        if (close >= 0) start = position = close + 1;
        else {
          if (!last && !(full && recordStart === 0)) return recordStart;
          if (unclosedAt.length < unclosedReportedMax) unclosedAt.push(record + 1);
          form = RawForm.utf8;
          if (last && !hasLineBreak(bytes, position, end)) close = start = position = end;
          else position++;
        }
      }
      for (;;) {
        let kind = classes[bytes[position]!]!;
        while (kind < MARK) {
          form |= kind;
          kind = classes[bytes[++position]!]!;
        }
        if (delimiterLength === 1 || bytes[position] !== DELIMITER || isDelimiter(bytes, position)) break;
        form = RawForm.utf8;
        position++;
      }
      if (position >= end && !last) return recordStart;
      let stop = position;
      let kept: string | null = null;
      if (close >= 0) {
        if (stop > start && close > open + 1) {
          kept = unquote(bytes.toString('utf8', open + 1, close)) + bytes.toString('utf8', start, stop);
        } else if (stop === start) {
          start = open + 1;
          stop = close;
          form = quotedForm;
        }
      }
      if (stop > start) {
        if (column >= COLUMNS) throw new SourceError('too_large', tooManyColumns);
        if (cells === columns.length) {
          rows.grow();
          ({ column: columns } = row);
          ({ start: starts, end: ends, form: forms } = row.places);
        }
        columns[cells] = column;
        starts[cells] = start;
        ends[cells] = stop;
        forms[cells] = form;
        if (kept !== null) rows.keepText(cells, kept);
        cells++;
      }
      column++;
      if (position < end && bytes[position] === DELIMITER) {
        position += delimiterLength;
        continue;
      }
      const returns = bytes[position] === CR;
      if (returns && position + 1 === end && !last) return recordStart;
      position += returns && bytes[position + 1] === LF ? 2 : 1;
      record++;
      if (cells > 0) {
        rows.show(record, cells);
        onRow(row);
        cells = 0;
      }
      column = 0;
      recordStart = position;
    }
    if (!last) return recordStart;
    if (cells > 0) {
      rows.show(++record, cells);
      onRow(row);
    }
    return end;
  }

  /** Where the quote is that closes a field, -1 where it is not in sight; one at the end may prove to be half of a pair. */
  function closingQuote(bytes: Buffer, from: number, end: number): number {
    let found = 0;
    let doubled = false;
    for (let position = from; position < end; position++) {
      const byte = bytes[position]!;
      if (byte !== QUOTE) found |= odd[byte]!;
      else if (position + 1 < end && bytes[position + 1] === QUOTE) {
        doubled = true;
        position++;
      } else {
        quotedForm = doubled ? RawForm.doubled : found;
        return position;
      }
    }
    quotedForm = doubled ? RawForm.doubled : found;
    return -1;
  }

  function isDelimiter(bytes: Buffer, at: number): boolean {
    return bytes.compare(delimiterBytes, 0, delimiterLength, at, at + delimiterLength) === 0;
  }

  return { scan, unclosedAt };
}

const tooManyColumns = `A record has values beyond column ${COLUMNS_MAX}, the last one that a sheet can have.`;

function hasLineBreak(bytes: Buffer, from: number, end: number): boolean {
  const rest = bytes.subarray(from, end);
  return rest.includes(LF) || rest.includes(CR);
}
