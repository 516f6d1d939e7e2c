import { type ByteStream } from '../source/byte-stream';
import { RecordType } from './record-type';

/**
 * Cursor over the records of a workbook stream ([MS-XLS] 2.1.4) through a window, so that memory does not
 * depend on the stream's size. The fields describe the current record and are valid until the next call. A
 * loop over millions of records may walk the window itself if it sets `end` to the start of the next record
 * before it calls a method.
 */
export interface RecordCursor {
  readonly stream: ByteStream;
  /** Window bytes; up to `filled` they are whole records, except the last. */
  readonly bytes: Buffer;
  readonly view: DataView;
  filled: number;
  type: number;
  /** Start of the current record's data; the next record begins at `end`. */
  start: number;
  end: number;
  /** Moves to the next record; false where no complete one follows. */
  next(): boolean;
  /** Type of the next record, -1 where there is none. The current record is invalid afterwards. */
  peek(): number;
  /** Moves to an offset in the stream; `next` reads the record there. */
  seek(position: number): void;
  /** Offset of the current record in the stream. */
  position(): number;
}

/** Bytes of a record's type and length. */
export const recordHeadBytes = 4;
/** Window size; a record has at most 64 KB, and larger windows are no faster. */
const windowBytes = 256 * 1024;

export function createRecordCursor(stream: ByteStream): RecordCursor {
  const bytes = Buffer.allocUnsafeSlow(windowBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let windowPosition = 0;

  /**
   * Moves the window's start to `end`; false where it was there already, so that no more bytes can follow.
   */
  function refill(): boolean {
    if (cursor.end === 0 && cursor.filled > 0) return false;
    windowPosition += cursor.end;
    cursor.end = 0;
    cursor.filled = stream.read(bytes, windowPosition);
    return cursor.filled >= recordHeadBytes;
  }

  const cursor: RecordCursor = {
    stream,
    bytes,
    view,
    filled: 0,
    type: -1,
    start: 0,
    end: 0,
    next() {
      if (cursor.end + recordHeadBytes > cursor.filled && !refill()) return false;
      let end = cursor.end + recordHeadBytes + view.getUint16(cursor.end + 2, true);
      if (end > cursor.filled) {
        if (!refill()) return false;
        end = recordHeadBytes + view.getUint16(2, true);
        if (end > cursor.filled) return false;
      }
      cursor.type = view.getUint16(cursor.end, true);
      cursor.start = cursor.end + recordHeadBytes;
      cursor.end = end;
      return true;
    },
    peek() {
      if (cursor.end + recordHeadBytes > cursor.filled && !refill()) return -1;
      return view.getUint16(cursor.end, true);
    },
    seek(position) {
      const inWindow = position - windowPosition;
      if (inWindow >= 0 && inWindow < cursor.filled) {
        cursor.end = inWindow;
        return;
      }
      windowPosition = position;
      cursor.end = 0;
      cursor.filled = 0;
    },
    position: () => windowPosition + cursor.start - recordHeadBytes,
  };
  return cursor;
}

/** Moves from the current BOF record to its EOF record, over everything between. */
export function skipSubstream(cursor: RecordCursor): void {
  for (let depth = 1; depth > 0 && cursor.next();) {
    if (cursor.type === RecordType.bof) depth++;
    else if (cursor.type === RecordType.eof) depth--;
  }
}
