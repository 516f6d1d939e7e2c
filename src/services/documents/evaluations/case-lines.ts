import { type Readable } from 'node:stream';

/** Line of a file of cases. */
export interface FileLine {
  /** Line number from 1; empty lines count. */
  number: number;
  /** Line without its line end; null when it exceeds the limit. */
  bytes: Buffer | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\uFEFF');

/**
 * Splits a stream at line feeds, with about one line in memory. It stops as soon as a line exceeds the limit,
 * before the end of that line has arrived.
 */
export async function* caseLines(stream: Readable, lineBytesMax: number): AsyncGenerator<FileLine> {
  let number = 1;
  let parts: Buffer[] = [];
  let byteCount = 0;

  function take(part: Buffer): void {
    parts.push(part);
    byteCount += part.length;
  }

  function line(): FileLine {
    const bytes = byteCount > lineBytesMax ? null : trimmed(Buffer.concat(parts, byteCount), number === 1);
    parts = [];
    byteCount = 0;
    return { number: number++, bytes };
  }

  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      take(chunk.subarray(from, end));
      from = end + 1;
      yield line();
    }
    take(chunk.subarray(from));
    if (byteCount <= lineBytesMax) continue;
    yield line();
    return;
  }
  if (byteCount > 0) yield line();
}

/** Removes the carriage return of Windows line ends, and a byte order mark at the start of the first line. */
function trimmed(bytes: Buffer, isFirst: boolean): Buffer {
  const end = bytes.at(-1) === carriageReturn ? -1 : undefined;
  const hasMark = isFirst && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return bytes.subarray(hasMark ? byteOrderMark.length : 0, end);
}
