import { chunkSeparator } from '../../domain/parse-result';
import { JsonText } from './display/json-text';
import { openFileWriter } from './file-writer';
import { WorkbookError } from './workbook-error';

/*
 * A part file holds the chunks of one sheet or of several that follow each other: one line of JSON per chunk, joined by `chunkSeparator` (a comma and a line
 * feed), nothing before the first and nothing after the last; a part without chunks is an empty file. UTF-8, no byte order
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
  /** Bytes so far. */
  readonly byteSize: number;
  /** Closes the file; the part is complete only after this. */
  finish(): Promise<PartFile>;
  /** Closes the file of a part that will not be complete; after `finish` it does nothing. */
  close(): Promise<void>;
}

/**
 * Creates or replaces the file at `path`.
 *
 * @throws WorkbookError `too_large` from `end` where the part passes 2 GiB; file system errors as they are
 */
export function createPartWriter(path: string): PartWriter {
  const file = openFileWriter(path, writeBytes * 2);
  const buffer = new JsonText();
  const pages: PartPage[] = [];

  function checkSize(): void {
    if (file.byteSize > partBytesMax)
      throw new WorkbookError('too_large', 'A sheet holds more text than can be returned.');
  }

  function flush(): void {
    if (buffer.length === 0) return;
    buffer.bytes = file.writeAndSwap(buffer.bytes, buffer.length);
    buffer.clear(Infinity);
    checkSize();
  }

  return {
    begin(chunkIndex) {
      if (file.byteSize + buffer.length > 0) buffer.raw(chunkSeparator);
      const offset = file.byteSize + buffer.length;
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
      file.writeNow(text.bytes, text.length);
      checkSize();
    },
    end() {
      if (buffer.length >= writeBytes) flush();
    },
    get byteSize() {
      return file.byteSize + buffer.length;
    },
    async finish() {
      flush();
      await file.finish();
      return { path, bytes: file.byteSize, pages };
    },
    close: () => file.close(),
  };
}
