import { chunkSeparator } from '../../domain/documents/parse-result';
import { JsonText } from 'spreadsheet-reader/toolkit';
import { type FileWriter, openFileWriter, writeBytes } from './file-writer';
import { SourceError } from 'spreadsheet-reader';

/*
 * A part holds the chunks of one sheet or of several successive ones: one line of JSON per chunk, joined by
 * `chunkSeparator` (a comma and a line feed), without a separator before the first and after the last; a part
 * without chunks has no bytes. UTF-8, no byte order mark. JSON never holds a raw line feed, so that lines are
 * found without parsing, and non-empty parts join with the same separator to the inside of a JSON array. A
 * part is a file of its own, or is in a common file behind a head and the parts before it, joined in this
 * way.
 */

/** Bytes in which at most one page starts. */
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
  /** Pages, ascending, the first one at offset 0; empty for a part without chunks. */
  pages: PartPage[];
}

/** Writer of a part, with one buffer for any size. */
export interface PartWriter {
  /**
   * Begins the next chunk's line; the caller appends one JSON object to the returned text, then calls `end`.
   */
  begin(chunkIndex: number): JsonText;
  /** Appends a text that may be very long to the open line, without a second copy in memory. */
  append(text: JsonText): void;
  end(): void;
  /** Bytes written to the part so far. */
  readonly byteSize: number;
  /** Completes the part; a file of its own is closed. */
  finish(): Promise<PartFile>;
  /** Closes the file of an incomplete part; after `finish` it does nothing. */
  close(): Promise<void>;
}

/** Common file of all parts. */
export interface PartsFile {
  /** Begins the next part, of at most `bytesMax` bytes; the previous one must be finished. */
  next(bytesMax: number): PartWriter;
  close(): Promise<void>;
}

/** Target of a part. */
interface PartTarget {
  path: string;
  file: FileWriter;
  buffer: JsonText;
  /** Bytes in front of the first part. */
  headBytes: number;
  /** Called once the last bytes were passed on. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Creates or replaces the file at `path` for one part.
 *
 * @param bytesMax bytes of the part at most
 * @throws SourceError `too_large` from `append`, `end` and `finish` past `bytesMax`; file system errors
 *   unchanged
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
 * Creates or replaces the file at `path` for parts behind a head; its writers throw like that of one part.
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

/** A second call does nothing: the buffer left in place is not one of the pool. */
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
