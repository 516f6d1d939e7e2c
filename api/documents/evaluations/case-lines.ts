import { type Readable } from 'node:stream';

/** One line of a file. */
export interface FileLine {
  /** From 1, empty lines counted. */
  number: number;
  /** Without its end; null when it is longer than lines may be. */
  bytes: Buffer | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from('\uFEFF');

/** Takes a stream apart at line feeds; never holds more than one line of it. The last line read is the one that is too long. */
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

/** Without what Windows puts at the end of lines, and some editors in front of the first. */
function trimmed(bytes: Buffer, isFirst: boolean): Buffer {
  const end = bytes.at(-1) === carriageReturn ? -1 : undefined;
  const hasMark = isFirst && bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return bytes.subarray(hasMark ? byteOrderMark.length : 0, end);
}
