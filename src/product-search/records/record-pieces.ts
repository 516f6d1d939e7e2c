import { recordBytesMax } from '../../domain/products/limits';

/** Bytes of one record as it was sent, and its place. */
export interface RecordPiece {
  /** Line of NDJSON, from 1; null in arrays. */
  line: number | null;
  /** Place in the array, from 0; null in NDJSON. */
  index: number | null;
  /** Without blanks around it; null when it is larger than a record may be. */
  bytes: Buffer | null;
}

const blanks = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Whether a byte is white space of JSON. */
export function isBlank(byte: number): boolean {
  return blanks.has(byte);
}

/** Collects the bytes of one piece after the other, and keeps no more of each than a record may have. */
export function createPieceBytes(bytesMax = recordBytesMax) {
  let parts: Buffer[] = [];
  let byteCount = 0;

  return {
    /** Adds the next bytes of the piece. Blanks at its beginning are left out. */
    add(part: Buffer): void {
      let from = 0;
      if (byteCount === 0) while (from < part.length && isBlank(part[from]!)) from++;
      byteCount += part.length - from;
      if (byteCount > bytesMax) parts = [];
      else if (from < part.length) parts.push(part.subarray(from));
    },

    /** Ends the piece. Its bytes, empty for blanks alone; null when there were too many. */
    take(): Buffer | null {
      const whole = byteCount > bytesMax ? null : Buffer.concat(parts);
      parts = [];
      byteCount = 0;
      if (whole === null) return null;
      let end = whole.length;
      while (end > 0 && isBlank(whole[end - 1]!)) end--;
      return whole.subarray(0, end);
    },
  };
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Passes a body on without the byte order mark at its beginning. */
export async function* withoutByteOrderMark(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  for await (const chunk of body) {
    if (head === null) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    if (head.length < byteOrderMark.length) continue;
    yield withoutMark(head);
    head = null;
  }
  if (head !== null && head.length > 0) yield head;
}

function withoutMark(head: Buffer): Buffer {
  const { length } = byteOrderMark;
  return head.subarray(0, length).equals(byteOrderMark) ? head.subarray(length) : head;
}
