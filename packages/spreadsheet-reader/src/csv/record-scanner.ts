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

/** Readings of a record with oddly quoted fields. */
const Reading = {
  /** By RFC 4180; a quoted field that is never closed is plain text. */
  strict: 0,
  /** A quoted field ends with a quote before a delimiter or at the end of a line. */
  outer: 1,
  /** The same, and the second quote of a pair there ends it too. */
  outerPair: 2,
  /** The quote that opens the odd field is a plain character. */
  plain: 3,
  /** The odd field lacks its closing quote and has the delimiters that are too many. */
  joined: 4,
} as const;
type Reading = (typeof Reading)[keyof typeof Reading];
const outerReadings = [Reading.outer, Reading.outerPair] as const;
const lenientReadings = [...outerReadings, Reading.plain, Reading.joined] as const;
/** Bytes of a field within which a lenient reading looks for its end. */
const lenientBytesMax = 64 * 1024;

/** Creates a scanner for one text, from its first record on. */
export function createRecordScanner(dialect: Omit<Dialect, 'skip'>): RecordScanner {
  const { delimiter, quote, hasBackslashes, blanks, fields: usualFields } = dialect;
  const leadsBlanks = blanks !== 'kept';
  const skipsBlanks = blanks === 'skipped';
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
  /** Fields of the last record, and the number of those that are not empty. */
  let columns = 0;
  let fields = 0;
  /** Opening quote of the first field in the last record that is quoted oddly; `noQuote` where none is. */
  let oddQuote = noQuote;
  /** Whether the quote that closes that field stands where one opens a field. */
  let opensAnother = false;
  let reading: Reading = Reading.strict;
  /** Opening quote of the odd field under a lenient reading, and the delimiters that are part of that field. */
  let oddField = noQuote;
  let joins = 0;
  let joinsLeft = 0;
  /** Quoted fields whose end a lenient reading has not found. */
  let endless = 0;
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
      const recordStart = position;
      const next = readRecord(window, position);
      if (next < 0) {
        oddQuote = noQuote;
        return position;
      }
      position = next;
      if (oddQuote !== noQuote) position = readOddRecord(window, recordStart, next);
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
    let { column: columnsOfCells } = row;
    let { start: starts, end: ends, form: forms } = row.places;
    for (let column = 0; position < end; column++) {
      if (leadsBlanks) position = behindBlanks(bytes, position);
      let start = position;
      let form: number = RawForm.plain;
      const close = bytes[position] === QUOTE ? closeOf(window, recordStart, position) : noQuote;
      if (close === behindWindow) return -1;
      if (close !== noQuote) position = Math.min(close + 1, end);
      const behind = close === noQuote ? start + Math.min(joinsLeft, 1) : position;
      for (;;) {
        let kind = classes[bytes[position]!]!;
        while (kind < MARK) {
          form |= kind;
          kind = classes[bytes[++position]!]!;
        }
        if (bytes[position] !== DELIMITER || (delimiterLength === 1 && joinsLeft === 0)) break;
        if (endsField(bytes, position)) break;
        form = RawForm.utf8;
        position++;
      }
      if (position >= end && !last) return -1;
      let stop = position;
      if (close !== noQuote && stop > behind) stop = endBehindQuote(bytes, start, close, stop);
      if (skipsBlanks && close === noQuote) stop = endBeforeBlanks(bytes, start, stop);
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
        if (cells === columnsOfCells.length) {
          rows.grow();
          ({ column: columnsOfCells } = row);
          ({ start: starts, end: ends, form: forms } = row.places);
        }
        columnsOfCells[cells] = column;
        starts[cells] = start;
        ends[cells] = stop;
        forms[cells] = form;
        if (kept !== null) rows.keepText(cells, kept);
        cells++;
      }
      if (position >= end || bytes[position] !== DELIMITER) {
        fields = cells;
        return behindRecord(window, position, column + 1);
      }
      position += delimiterLength;
    }
    fields = cells;
    return last ? end : -1;
  }

  /**
   * Reads again the record at `recordStart`, one of whose fields is quoted oddly: by the first lenient reading
   * that gives it as many fields as most records have, or else as before. Where the strict reading gives that
   * number too, its odd quote must stand where one opens a field, or close nowhere else.
   */
  function readOddRecord(window: ByteWindow, recordStart: number, next: number): number {
    const isUsual = columns === usualFields && !opensAnother;
    let position = usualFields === 0 ? next : -1;
    oddField = oddQuote;
    if (usualFields > 0) {
      for (reading of isUsual ? outerReadings : lenientReadings) {
        joins = reading === Reading.joined ? columns - usualFields : 0;
        endless = 0;
        position = joins < 0 ? -1 : readRecord(window, recordStart);
        joinsLeft = 0;
        if (position >= 0 && columns === usualFields && endless === 0) break;
        position = -1;
      }
    }
    reading = Reading.strict;
    if (position < 0) position = readRecord(window, recordStart);
    oddQuote = noQuote;
    return position;
  }

  /**
   * End of a field with text behind its closing quote, which is left out where it is blank and blanks are
   * skipped; otherwise the quote is odd.
   */
  function endBehindQuote(bytes: Buffer, open: number, close: number, end: number): number {
    if (isBlank(bytes, close + 1, end)) return skipsBlanks ? close + 1 : end;
    if (oddQuote === noQuote) {
      oddQuote = open;
      opensAnother = close > open + 1 && classes[bytes[close - 1]!] === MARK;
    }
    return end;
  }

  /** Position behind a record's line break, which is at `position`; -1 where the window ends within it. */
  function behindRecord({ bytes, end, last }: ByteWindow, position: number, fieldCount: number): number {
    columns = fieldCount;
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
    if (open === oddField && (reading === Reading.plain || reading === Reading.joined)) {
      joinsLeft = joins;
      return noQuote;
    }
    if (reading === Reading.outer || reading === Reading.outerPair)
      return outerQuote(bytes, open + 1, Math.min(end, open + lenientBytesMax));
    const close = closingQuote(bytes, open + 1, end);
    if (close >= 0 && !opensField(bytes, open, close)) return close;
    if (close < 0 && !last && !(full && recordStart === 0)) return behindWindow;
    if (oddQuote === noQuote) {
      oddQuote = open;
      opensAnother = true;
    }
    const isKnown = unclosedAt.at(-1) === record + 1;
    if (!isKnown && unclosedAt.length < unclosedReportedMax) unclosedAt.push(record + 1);
    return close < 0 && last && !hasLineBreak(bytes, open, end) ? end : noQuote;
  }

  /**
   * Position of the first quote that stands before a delimiter or at the end of a line; quotes before it are
   * part of the field. A pair of quotes counts as one that is escaped, or by {@link Reading.outerPair} at such
   * a place as one of the field and the closing one. `noQuote` where a quote opens a field of a later line.
   */
  function outerQuote(bytes: Buffer, from: number, end: number): number {
    let hasBreak = false;
    isRewritten = true;
    for (let position = from; position < end; position++) {
      const byte = bytes[position]!;
      if (byte === LF || byte === CR) hasBreak = true;
      if (hasBackslashes && byte === BACKSLASH) position++;
      if (byte !== QUOTE) continue;
      const isPair = bytes[position + 1] === QUOTE;
      const isAtEnd = classes[bytes[position + (isPair ? 2 : 1)]!] === MARK;
      if (isPair && isAtEnd && reading === Reading.outerPair) return position + 1;
      if (isPair) position++;
      else if (isAtEnd) return position;
      else if (hasBreak && classes[bytes[position - 1]!] === MARK) break;
    }
    endless++;
    return noQuote;
  }

  /** Whether a quote opens a field of a later line, rather than closing the one that opens at `open`. */
  function opensField(bytes: Buffer, open: number, quoteAt: number): boolean {
    const before = bytes[quoteAt - 1]!;
    if (quoteAt === open + 1 || classes[before] !== MARK) return false;
    return classes[bytes[quoteAt + 1]!] !== MARK && hasLineBreak(bytes, open, quoteAt);
  }

  /** Position behind blanks; `from` where blanks are only left out before quotes, and none follows. */
  function behindBlanks(bytes: Buffer, from: number): number {
    let position = from;
    while (bytes[position] === BLANK) position++;
    return skipsBlanks || bytes[position] === QUOTE ? position : from;
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

  /** Whether the first byte of a delimiter stands for one that ends the field; a joined field has others. */
  function endsField(bytes: Buffer, at: number): boolean {
    if (bytes.compare(delimiterBytes, 0, delimiterLength, at, at + delimiterLength) !== 0) return false;
    if (joinsLeft === 0) return true;
    joinsLeft--;
    return false;
  }

  return { scan, unclosedAt };
}

const tooManyColumns = `A record has values beyond column ${COLUMNS_MAX}, the last one that a sheet can have.`;

function endBeforeBlanks(bytes: Buffer, from: number, end: number): number {
  let stop = end;
  while (stop > from && bytes[stop - 1] === BLANK) stop--;
  return stop;
}

function isBlank(bytes: Buffer, from: number, end: number): boolean {
  let position = from;
  while (position < end && bytes[position] === BLANK) position++;
  return position === end;
}

function hasLineBreak(bytes: Buffer, from: number, end: number): boolean {
  const rest = bytes.subarray(from, end);
  return rest.includes(LF) || rest.includes(CR);
}
