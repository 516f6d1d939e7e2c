import { type ByteStream } from '../../source/byte-stream';

/** A record of the drawing layer ([MS-ODRAW] 2.2.1); `start` to `end` is its data. */
export interface DrawingRecord {
  type: number;
  instance: number;
  start: number;
  end: number;
}

const headBytes = 8;

/** Records between two offsets of a stream; one that exceeds the end is cut. */
export function* drawingRecords(stream: ByteStream, from: number, to: number): Generator<DrawingRecord> {
  const head = Buffer.alloc(headBytes);
  for (let at = from; at + headBytes <= to && stream.read(head, at) === headBytes;) {
    const start = at + headBytes;
    const end = Math.min(start + head.readUInt32LE(4), to);
    yield { type: head.readUInt16LE(2), instance: head.readUInt16LE(0) >> 4, start, end };
    at = end;
  }
}

/** Bytes of a stream from `start` to `end`. */
export function readBytes(stream: ByteStream, start: number, end: number): Buffer {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  return bytes.subarray(0, stream.read(bytes, start));
}
