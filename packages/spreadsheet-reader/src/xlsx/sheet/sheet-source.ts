import { type ZipArchive, type ZipEntry } from '../../zip';
import { type ByteFeed } from '../rows/byte-feed';
import { rowsInOrder } from '../rows/row-order';
import { createUtf8Converter } from '../../ooxml/xml/xml-encoding';
import { unexpectedEnd } from '../../ooxml/xml/xml-error';
import { findRows, findTail, type SheetBounds } from './sheet-bounds';
import { readSurroundings, type SheetSurroundings } from './surroundings';

/** Bytes searched for the start of the rows of a streamed sheet. */
export const HEAD_BYTES_MAX = 1024 * 1024;

/** A worksheet's part, ready to read. */
export interface SheetSource {
  surroundings: SheetSurroundings;
  /** Whether `surroundings` includes what comes after the rows. */
  complete: boolean;
  /** Passes the part to a row parser and ends it. */
  passRows(parser: ByteFeed): void | Promise<void>;
}

/**
 * Opens the part of a worksheet. Up to `inMemoryBytesMax` bytes of XML are read whole: then the XML after the
 * rows is known before they are read, and unordered rows can be sorted. Larger parts are streamed and not
 * kept.
 */
export async function openSheetSource(
  archive: ZipArchive,
  entry: ZipEntry,
  inMemoryBytesMax: number,
): Promise<SheetSource> {
  return entry.byteSize <= inMemoryBytesMax
    ? wholeSource(archive.read(entry))
    : streamedSource(archive, entry);
}

function wholeSource(part: Buffer): SheetSource {
  const bytes = createUtf8Converter(part)?.convert(part) ?? part;
  const rows = findRows(bytes);
  const tail = rows === null ? bytes.length : findTail(bytes, rows);
  if (tail < 0) throw unexpectedEnd();
  return {
    surroundings: readSurroundings(bytes.toString('utf8', 0, rows?.headEnd) + bytes.toString('utf8', tail)),
    complete: true,
    passRows(parser) {
      for (const piece of inOrder(bytes, rows, tail)) parser.write(piece);
      parser.end();
    },
  };
}

function inOrder(bytes: Buffer, rows: SheetBounds | null, tail: number): Buffer[] {
  if (rows === null || rows.empty) return [bytes];
  const rowsEnd = bytes.lastIndexOf('<', tail - 1);
  const ordered = rowsInOrder(rows.names, bytes, rows.rowsStart, rowsEnd);
  return ordered === null
    ? [bytes]
    : [bytes.subarray(0, rows.rowsStart), ...ordered, bytes.subarray(rowsEnd)];
}

async function streamedSource(archive: ZipArchive, entry: ZipEntry): Promise<SheetSource> {
  const start = await archive.readStart(entry, HEAD_BYTES_MAX);
  const converter = createUtf8Converter(start);
  const head = converter?.convert(start) ?? start;
  const rows = findRows(head);
  return {
    surroundings: readSurroundings(rows === null ? '' : head.toString('utf8', 0, rows.headEnd)),
    complete: false,
    async passRows(parser) {
      const converted = createUtf8Converter(start);
      await archive.stream(entry, (bytes) => {
        parser.write(converted?.convert(bytes) ?? bytes);
        return true;
      });
      parser.end();
    },
  };
}
