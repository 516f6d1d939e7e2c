import { PLAIN } from '../display/json-text';
import { unquote } from '../raw-text';
import { SourceError } from '../source/source-error';
import { RawForm, type RowBuffer } from '../workbook-reader';
import { COLUMNS_MAX } from '../xlsx/limits';
import { type Dialect } from './dialect';
import { createRecordRow } from './record-row';

/** A window of valid UTF-8 in which a record begins at 0, with room for one byte behind its end. */
export interface ByteWindow {
  bytes: Buffer;
  end: number;
  /** True where the text ends with the window. */
  last: boolean;
  /** Whether the window has its largest size. */
  full: boolean;
}

/**
 * Scanner that divides text into records and fields, by RFC 4180 and, where a file violates it, as
 * spreadsheet programs do.
 */
export interface RecordScanner {
  /**
   * Calls `onRow` for each complete record of the window with a field that is not empty.
   *
   * @returns start of the first incomplete record; where it is 0, the next window must be longer
   */
  scan(window: ByteWindow, onRow: (row: RowBuffer) => void): number;
  /** Numbers of records whose quoted field was never closed and was read as plain text. */
  readonly unclosedAt: readonly number[];
}

const BLANK = 0x20;
const BACKSLASH = 0x5c;
const CR = 0x0d;
const LF = 0x0a;
/**
 * Class of a byte that may end a field; the class of others is 0 where they are copied unchanged, 1 where
 * not.
 */
const MARK = 2;
const COLUMNS = COLUMNS_MAX;
/** Value in place of a closing quote's position: the field has none, or the window ends before it. */
const noQuote = -1;
const behindWindow = -2;
/** Unclosed records that a warning names at most. */
const unclosedReportedMax = 10;

/** Creates a scanner for one text, from its first record on. */
export function createRecordScanner(dialect: Omit<Dialect, 'skip'>): RecordScanner {
  const { delimiter, quote, hasBackslashes, hasBlanksBefore } = dialect;
  const QUOTE = quote.charCodeAt(0);
  const delimiterBytes = Buffer.from(delimiter);
  const delimiterLength = delimiterBytes.length;
  const DELIMITER = delimiterBytes[0]!;
  const odd = Uint8Array.from({ length: 256 }, (_, byte) => (PLAIN[byte] === 1 ? 0 : 1));
  const classes = odd.slice();
  classes[DELIMITER] = classes[LF] = classes[CR] = MARK;
  /** Classes of bytes within quotes, as `classes` are outside. */
  const quotedClasses = odd.slice();
  quotedClasses[QUOTE] = MARK;
  if (hasBackslashes) quotedClasses[BACKSLASH] = MARK;
  const rows = createRecordRow();
  const { row } = rows;
  const unclosedAt: number[] = [];
  let record = 0;
  /** Number of fields in the last record that are not empty. */
  let fields = 0;
  /** Form of the content that `closingQuote` scanned. */
  let quotedForm: number = RawForm.plain;
  /** Whether that content has quotes that its form does not tell. */
  let isRewritten = false;

  function scan(window: ByteWindow, onRow: (row: RowBuffer) => void): number {
    const { bytes, end, last } = window;
    // This line feed ends the last field, so that the loop over its bytes needs no check for the window's
    // end.
    bytes[end] = LF;
    rows.begin(bytes, end);
    let position = 0;
    while (position < end) {
      const next = readRecord(window, position);
      if (next < 0) return position;
      position = next;
      record++;
      if (fields === 0) continue;
      rows.show(record, fields);
      onRow(row);
    }
    return last ? end : position;
  }

  /**
   * Reads the record that begins at `recordStart`: fields that are not empty go into the row, their number
   * into `fields`.
   *
   * @returns position of the next record, -1 where the window ends before this one
   */
  function readRecord(window: ByteWindow, recordStart: number): number {
    const { bytes, end, last } = window;
    let position = recordStart;
    let cells = 0;
    let { column: columns } = row;
    let { start: starts, end: ends, form: forms } = row.places;
    for (let column = 0; position < end; column++) {
      if (hasBlanksBefore) position = behindBlanks(bytes, position);
      let start = position;
      let form: number = RawForm.plain;
      const close = bytes[position] === QUOTE ? closeOf(window, recordStart, position) : noQuote;
      if (close === behindWindow) return -1;
      if (close !== noQuote) position = Math.min(close + 1, end);
      const behind = close === noQuote ? start : position;
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
      if (position >= end && !last) return -1;
      let stop = position;
      let kept: string | null = null;
      if (close > start + 1 && (stop > behind || isRewritten)) {
        kept = contentOf(bytes.toString('utf8', start + 1, close)) + bytes.toString('utf8', behind, stop);
      } else if (close >= 0 && stop === behind) {
        start++;
        stop = close;
        form = quotedForm;
      } else start = behind;
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
      if (position >= end || bytes[position] !== DELIMITER) {
        fields = cells;
        return behindLineBreak(window, position);
      }
      position += delimiterLength;
    }
    fields = cells;
    return last ? end : -1;
  }

  /** Position behind the line break at `position`; -1 where the window ends within it. */
  function behindLineBreak({ bytes, end, last }: ByteWindow, position: number): number {
    if (bytes[position] !== CR) return position + 1;
    if (position + 1 === end && !last) return -1;
    return position + (bytes[position + 1] === LF ? 2 : 1);
  }

  /**
   * Position of the quote that closes the field which opens at `open`. Without one: the end of a text that
   * has no further line break, otherwise `noQuote`, and the field is plain text. `behindWindow` when more
   * bytes are needed to decide.
   */
  function closeOf({ bytes, end, last, full }: ByteWindow, recordStart: number, open: number): number {
    const close = closingQuote(bytes, open + 1, end);
    if (close >= 0 && !opensField(bytes, open, close)) return close;
    if (close < 0 && !last && !(full && recordStart === 0)) return behindWindow;
    if (unclosedAt.length < unclosedReportedMax) unclosedAt.push(record + 1);
    return close < 0 && last && !hasLineBreak(bytes, open, end) ? end : noQuote;
  }

  /** Whether a quote opens a field of a later line, rather than closing the one that opens at `open`. */
  function opensField(bytes: Buffer, open: number, quoteAt: number): boolean {
    const before = bytes[quoteAt - 1]!;
    if (quoteAt === open + 1 || classes[before] !== MARK) return false;
    return classes[bytes[quoteAt + 1]!] !== MARK && hasLineBreak(bytes, open, quoteAt);
  }

  /** Position of the quote behind blanks; `from` where there is none. */
  function behindBlanks(bytes: Buffer, from: number): number {
    let position = from;
    while (bytes[position] === BLANK) position++;
    return bytes[position] === QUOTE ? position : from;
  }

  /** Text of a quoted field: doubled quotes are single, a backslash before a quote or a backslash is gone. */
  function contentOf(text: string): string {
    const single = (part: string) => (quote === '"' ? unquote(part) : part.split(quote + quote).join(quote));
    if (!hasBackslashes) return single(text);
    const unescaped = (part: string) => part.split(`\\${quote}`).map(single).join(quote);
    return text.split('\\\\').map(unescaped).join('\\');
  }

  /**
   * Position of the quote that closes a field, -1 where the window ends before it; one at the window's end
   * may be half of a pair.
   */
  function closingQuote(bytes: Buffer, from: number, end: number): number {
    let found = 0;
    let doubled = false;
    isRewritten = false;
    for (let position = from; position < end; position++) {
      const kind = quotedClasses[bytes[position]!]!;
      if (kind < MARK) found |= kind;
      else if (bytes[position] !== QUOTE) {
        isRewritten = true;
        position++;
      } else if (position + 1 < end && bytes[position + 1] === QUOTE) {
        doubled = true;
        position++;
      } else {
        quotedForm = doubled ? RawForm.doubled : found;
        isRewritten ||= doubled && quote !== '"';
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
