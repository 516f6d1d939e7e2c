import { type ByteStream } from './byte-stream';

/**
 * Walks the records of a workbook stream ([MS-XLS] 2.1.4) through a window, so that a stream of any size takes the same
 * memory. The fields describe the record at hand and hold until the next call.
 */
export interface RecordCursor {
  readonly stream: ByteStream;
  /** The window; `start` to `end` is the record's data. */
  readonly bytes: Buffer;
  readonly view: DataView;
  type: number;
  start: number;
  end: number;
  /** Moves to the next record; false where no whole one follows. */
  next(): boolean;
  /** Type of the record that `next` would find, -1 where there is none. The record at hand is gone afterwards. */
  peek(): number;
  /** Moves to a place in the stream; `next` reads the record there. */
  seek(position: number): void;
  /** Place of the record at hand in the stream. */
  position(): number;
}

/** A record is at most 64 KB long; larger windows gain nothing. */
const windowBytes = 256 * 1024;
const headBytes = 4;

export function createRecordCursor(stream: ByteStream, windowSize = windowBytes): RecordCursor {
  const bytes = Buffer.allocUnsafeSlow(windowSize);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let windowPosition = 0;
  let filled = 0;
  let nextAt = 0;

  /** Makes the window begin at `nextAt`; false where it already did, so that nothing more can come. */
  function refill(): boolean {
    if (nextAt === 0 && filled > 0) return false;
    windowPosition += nextAt;
    nextAt = 0;
    filled = stream.read(bytes, windowPosition);
    return filled >= headBytes;
  }

  const cursor: RecordCursor = {
    stream,
    bytes,
    view,
    type: -1,
    start: 0,
    end: 0,
    next() {
      if (nextAt + headBytes > filled && !refill()) return false;
      let end = nextAt + headBytes + view.getUint16(nextAt + 2, true);
      if (end > filled) {
        if (!refill()) return false;
        end = headBytes + view.getUint16(2, true);
        if (end > filled) return false;
      }
      cursor.type = view.getUint16(nextAt, true);
      cursor.start = nextAt + headBytes;
      cursor.end = nextAt = end;
      return true;
    },
    peek() {
      if (nextAt + headBytes > filled && !refill()) return -1;
      return view.getUint16(nextAt, true);
    },
    seek(position) {
      const inWindow = position - windowPosition;
      if (inWindow >= 0 && inWindow < filled) {
        nextAt = inWindow;
        return;
      }
      windowPosition = position;
      nextAt = 0;
      filled = 0;
    },
    position: () => windowPosition + cursor.start - headBytes,
  };
  return cursor;
}
