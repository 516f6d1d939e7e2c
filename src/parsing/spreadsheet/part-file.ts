import { chunkSeparator } from '../../domain/documents/parse-result';
import { JsonText } from 'spreadsheet-reader/toolkit';
import { type FileWriter, openFileWriter, writeBytes } from './file-writer';
import { SourceError } from 'spreadsheet-reader';

/*
 * A part holds the chunks of one or more successive sheets: one line of JSON per chunk, joined by
 * `chunkSeparator` (a comma and a line feed), with no separator before the first or after the last chunk. A
 * part without chunks has no bytes. The encoding is UTF-8 without a byte order mark. JSON never contains a
 * raw line feed, so lines are found without parsing, and non-empty parts joined by the same separator are the
 * content of a JSON array. A part is a file of its own, or lies in a common file after a head and the parts
 * before it, joined in this way.
 */

/** Least distance in bytes between the starts of two pages. */
export const pageBytes = 256 * 1024;
/** Start of a page: the offset of a chunk in its part. */
export interface PartPage {
  chunkIndex: number;
  offset: number;
}

/** A complete part. */
export interface PartFile {
  path: string;
  /** Offset of the part in the file. */
  start: number;
  bytes: number;
  /** Pages in ascending order, the first one at offset 0; empty for a part without chunks. */
  pages: PartPage[];
}

/** Writer of a part, with one buffer for any size. */
export interface PartWriter {
  /**
   * Begins the next chunk's line; the caller appends one JSON object to the returned text, then calls `end`.
   */
  begin(chunkIndex: number): JsonText;
  /** Appends a text of any length to the open line, without a second copy in memory. */
  append(text: JsonText): void;
  end(): void;
  /** Bytes written to the part so far. */
  readonly byteSize: number;
  /** Completes the part, and closes the file where the part has its own. */
  finish(): Promise<PartFile>;
  /** Closes the file of an incomplete part; after `finish` it does nothing. */
  close(): Promise<void>;
}

export interface PartsFile {
  /** Begins the next part, of at most `bytesMax` bytes; the caller must have finished the previous one. */
  next(bytesMax: number): PartWriter;
  close(): Promise<void>;
}

/** Target of a part. */
interface PartTarget {
  path: string;
  file: FileWriter;
  buffer: JsonText;
  /** Bytes before the first part. */
  headBytes: number;
  /** Called once the last bytes are passed to the file. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Creates or replaces the file at `path` for one part.
 *
 * @param bytesMax upper bound of the bytes of the part
 * @throws SourceError `too_large` from `append`, `end` and `finish` past `bytesMax`; errors of the file
 * system
 */
export function createPartWriter(path: string, bytesMax: number): PartWriter {
  const file = openFileWriter(path);
  const buffer = bufferOf(file);
  const close = () => closeFile(file, buffer);
  const finish = async () => {
    await file.finish();
    await close();
  };
  return writePart({ path, file, buffer, headBytes: 0, finish, close }, bytesMax);
}

/**
 * Creates or replaces the file at `path` for a head and parts. The writers throw like those of
 * `createPartWriter`.
 */
export function createPartsFile(path: string, head: string): PartsFile {
  const file = openFileWriter(path);
  const buffer = bufferOf(file);
  buffer.raw(head);
  const headBytes = buffer.length;
  const target = {
    path,
    file,
    buffer,
    headBytes,
    finish: () => file.written(),
    close: () => Promise.resolve(),
  };
  return { next: (bytesMax) => writePart(target, bytesMax), close: () => closeFile(file, buffer) };
}

function bufferOf(file: FileWriter): JsonText {
  const buffer = new JsonText();
  buffer.bytes = file.lend();
  return buffer;
}

/**
 * Closes the file and returns the buffer to the pool. A second call does nothing, because the writer then has
 * a buffer that is not of the pool.
 */
function closeFile(file: FileWriter, buffer: JsonText): Promise<void> {
  file.release(buffer.bytes);
  buffer.bytes = Buffer.alloc(0);
  return file.close();
}

function writePart(
  { path, file, buffer, headBytes, finish, close }: PartTarget,
  bytesMax: number,
): PartWriter {
  const pages: PartPage[] = [];
  let start: number | null = null;
  const position = () => file.byteSize + buffer.length;
  const bytes = () => position() - (start ?? position());

  function checkSize(): void {
    if (bytes() > bytesMax)
      throw new SourceError('too_large', 'The workbook holds more text than can be returned.');
  }

  function flush(): void {
    if (buffer.length === 0) return;
    buffer.bytes = file.writeAndSwap(buffer.bytes, buffer.length);
    buffer.clear(Infinity);
    checkSize();
  }

  return {
    begin(chunkIndex) {
      if (position() > headBytes) buffer.raw(chunkSeparator);
      const offset = position() - (start ??= position());
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
      return bytes();
    },
    async finish() {
      flush();
      await finish();
      return { path, start: start ?? position(), bytes: bytes(), pages };
    },
    close,
  };
}
