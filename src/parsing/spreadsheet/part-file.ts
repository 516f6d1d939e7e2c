import { closeSync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { chunkSeparator } from '../../domain/parse-result';
import { type SpreadsheetChunk } from '../../domain/spreadsheet-chunk';
import { JsonText } from './display/json-text';
import { WorkbookError } from './workbook-error';

/*
 * A part file holds the chunks of one sheet: one line of JSON per chunk, joined by `chunkSeparator` (a comma and a line
 * feed), nothing before the first and nothing after the last; a sheet without chunks is an empty file. UTF-8, no byte order
 * mark. JSON never holds a raw line feed, so lines are found without parsing, and parts that are not empty join with the
 * same separator to the inside of a JSON array.
 */

/** At most one page starts in this many bytes. */
export const pageBytes = 256 * 1024;
/** Bytes that go to the disk at once; a little over a page. */
const writeBytes = 512 * 1024;
/** A part past it would be the text of a sheet that is nothing but blanks and marks. */
const partBytesMax = 2 * 1024 * 1024 * 1024;

/** Where a chunk starts in its part. */
export interface PartPage {
  chunkIndex: number;
  offset: number;
}

/** A part that is complete. */
export interface PartFile {
  path: string;
  bytes: number;
  /** Ascending, the first one at offset 0; empty for a part without chunks. */
  pages: PartPage[];
}

/** Writes a part with one buffer, whatever its size. */
export interface PartWriter {
  /** Opens the next chunk's line; the caller appends one JSON object to what it gets, then calls `end`. */
  begin(chunkIndex: number): JsonText;
  /** Appends what may be very long to the open line, without a second copy of it in memory. */
  append(text: JsonText): void;
  end(): void;
  /** Closes the file; the part is complete only after this. */
  finish(): PartFile;
  /** Closes the file of a part that will not be complete; after `finish` it does nothing. */
  close(): void;
}

/**
 * Creates or replaces the file at `path`.
 *
 * @throws WorkbookError `too_large` from `end` where the part passes 2 GiB; file system errors as they are
 */
export function createPartWriter(path: string): PartWriter {
  const file = openSync(path, 'w');
  const buffer = new JsonText();
  const pages: PartPage[] = [];
  let written = 0;
  let closed = false;

  function write({ bytes, length }: JsonText): void {
    for (let from = 0; from < length;) from += writeSync(file, bytes, from, length - from);
    written += length;
    if (written > partBytesMax)
      throw new WorkbookError('too_large', 'A sheet holds more text than can be returned.');
  }

  function flush(): void {
    write(buffer);
    buffer.clear(writeBytes * 4);
  }

  function close(): void {
    if (!closed) closeSync(file);
    closed = true;
  }

  return {
    begin(chunkIndex) {
      if (written + buffer.length > 0) buffer.raw(chunkSeparator);
      const offset = written + buffer.length;
      const last = pages.at(-1);
      if (last === undefined || offset - last.offset >= pageBytes) pages.push({ chunkIndex, offset });
      return buffer;
    },
    append(text) {
      if (text.length < writeBytes) {
        buffer.append(text);
        return;
      }
      flush();
      write(text);
    },
    end() {
      if (buffer.length >= writeBytes) flush();
    },
    finish() {
      flush();
      close();
      return { path, bytes: written, pages };
    },
    close,
  };
}

/** Bytes, end exclusive, from the page that holds a chunk to the next page; null where the part has no such page. */
export function pageRange(
  part: Pick<PartFile, 'bytes' | 'pages'>,
  chunkIndex: number,
): { start: number; end: number } | null {
  const page = part.pages.findLastIndex((start) => start.chunkIndex <= chunkIndex);
  if (page < 0) return null;
  return { start: part.pages[page]!.offset, end: part.pages[page + 1]?.offset ?? part.bytes };
}

/** The chunks in bytes that begin where a page begins and end where another begins or the part ends. */
export function parseChunks(bytes: Uint8Array): SpreadsheetChunk[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return JSON.parse(`[${text.replace(/,?\n$/, '')}]`) as SpreadsheetChunk[];
}

/** Reads the chunks of a byte range of a part on this machine; see {@link parseChunks} for where a range may lie. */
export async function readPartRange(path: string, start: number, end: number): Promise<SpreadsheetChunk[]> {
  const file = await open(path, 'r');
  try {
    const bytes = Buffer.alloc(end - start);
    let read = 0;
    while (read < bytes.length) {
      const { bytesRead } = await file.read(bytes, read, bytes.length - read, start + read);
      if (bytesRead === 0) throw new RangeError('the part ends before the range does');
      read += bytesRead;
    }
    return parseChunks(bytes);
  } finally {
    await file.close();
  }
}
