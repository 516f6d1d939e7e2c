import { chunkSeparator } from '../../domain/documents/parse-result';
import { JsonText } from './display/json-text';
import { type FileWriter, openFileWriter, writeBytes } from './file-writer';
import { SourceError } from '../source/source-error';

/*
 * A part holds the chunks of one sheet or of several that follow each other: one line of JSON per chunk,
 * joined by `chunkSeparator` (a comma and a line feed), nothing before the first and nothing after the last;
 * a part without chunks has no bytes. UTF-8, no byte order mark. JSON never holds a raw line feed, so lines
 * are found without parsing, and parts that are not empty join with the same separator to the inside of a
 * JSON array. A part is a file of its own, or stands in one file with the parts before it, joined in this way
 * behind a head.
 */

/** At most one page starts in this many bytes. */
export const pageBytes = 256 * 1024;
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
  /** Where in the file it begins. */
  start: number;
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
  /** The part is complete only after this; a file of its own is closed. */
  finish(): Promise<PartFile>;
  /** Closes the file of a part that will not be complete; after `finish` it does nothing. */
  close(): Promise<void>;
}

/** One file for all parts. */
export interface PartsFile {
  /** The next part; the one before it is finished. */
  next(): PartWriter;
  close(): Promise<void>;
}

/** What a part is written to. */
interface PartTarget {
  path: string;
  file: FileWriter;
  buffer: JsonText;
  /** Bytes in front of the first part. */
  headBytes: number;
  /** What follows once the last bytes are handed over. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Creates or replaces the file at `path` for one part.
 *
 * @throws SourceError `too_large` from `end` where the part passes 2 GiB; file system errors as they are
 */
export function createPartWriter(path: string): PartWriter {
  const file = openFileWriter(path);
  const buffer = bufferOf(file);
  const close = () => closeFile(file, buffer);
  const finish = async () => {
    await file.finish();
    await close();
  };
  return writePart({ path, file, buffer, headBytes: 0, finish, close });
}

/**
 * Creates or replaces the file at `path` for parts behind a head; its writers throw as that of one part does.
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
  return { next: () => writePart(target), close: () => closeFile(file, buffer) };
}

function bufferOf(file: FileWriter): JsonText {
  const buffer = new JsonText();
  buffer.bytes = file.lend();
  return buffer;
}

/** Once more does nothing: the buffer in its place is none that is taken back. */
function closeFile(file: FileWriter, buffer: JsonText): Promise<void> {
  file.takeBack(buffer.bytes);
  buffer.bytes = Buffer.alloc(0);
  return file.close();
}

function writePart({ path, file, buffer, headBytes, finish, close }: PartTarget): PartWriter {
  const pages: PartPage[] = [];
  let start: number | null = null;
  const position = () => file.byteSize + buffer.length;
  const bytes = () => position() - (start ?? position());

  function checkSize(): void {
    if (bytes() > partBytesMax)
      throw new SourceError('too_large', 'A sheet holds more text than can be returned.');
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
