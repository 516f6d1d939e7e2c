import { type ByteStream } from '../../source/byte-stream';
import { RecordType } from './record-type';

/**
 * Walks the records of a workbook stream ([MS-XLS] 2.1.4) through a window, so that a stream of any size
 * takes the same memory. The fields describe the record at hand and hold until the next call. A loop over
 * millions of records may walk the window on its own, as long as it sets `end` to where the next record
 * begins before it calls a method.
 */
export interface RecordCursor {
  readonly stream: ByteStream;
  /** The window: whole records up to `filled`, but for the last. */
  readonly bytes: Buffer;
  readonly view: DataView;
  filled: number;
  type: number;
  /** Data of the record at hand; the next record begins at `end`. */
  start: number;
  end: number;
  /** Moves to the next record; false where no whole one follows. */
  next(): boolean;
  /**
   * Type of the record that `next` would find, -1 where there is none. The record at hand is gone afterwards.
   */
  peek(): number;
  /** Moves to a place in the stream; `next` reads the record there. */
  seek(position: number): void;
  /** Place of the record at hand in the stream. */
  position(): number;
}

/** Type and length in front of a record's data. */
export const recordHeadBytes = 4;
/** A record is at most 64 KB long; larger windows gain nothing. */
const windowBytes = 256 * 1024;

export function createRecordCursor(stream: ByteStream): RecordCursor {
  const bytes = Buffer.allocUnsafeSlow(windowBytes);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let windowPosition = 0;

  /** Makes the window begin at `end`; false where it already did, so that nothing more can come. */
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

/** From the BOF record at hand to the EOF that belongs to it, over everything between. */
export function skipSubstream(cursor: RecordCursor): void {
  for (let depth = 1; depth > 0 && cursor.next();) {
    if (cursor.type === RecordType.bof) depth++;
    else if (cursor.type === RecordType.eof) depth--;
  }
}
