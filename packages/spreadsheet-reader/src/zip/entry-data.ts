import { inflateRawSync } from 'node:zlib';
import { type SourceFile } from '../source/source-file';
import { readExactly } from './end-of-directory';
import { createEntryVerifier, mismatchedEntry } from './entry-verifier';
import { METHOD_DEFLATED, METHOD_STORED, type ZipEntry } from './zip-entry';
import { damagedArchive } from './zip-error';

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/**
 * Offset of an entry's bytes, behind its local header, whose name and extra field may differ from the
 * directory's.
 */
export function locateData(file: SourceFile, entry: ZipEntry): number {
  const header = readExactly(file, entry.offset, LOCAL_HEADER_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damagedArchive('a part is not where it should be');
  const start = entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.compressedBytes > file.byteSize) throw damagedArchive('a part lies outside the file');
  return start;
}

/** Inflates and checks an entry, whose size the caller has admitted. */
export function inflateWhole(file: SourceFile, entry: ZipEntry): Buffer {
  const stored = readExactly(file, locateData(file, entry), entry.compressedBytes);
  const bytes = isDeflated(entry) ? inflateExactly(stored, entry.byteSize) : stored;
  const verifier = createEntryVerifier(entry);
  verifier.add(bytes);
  verifier.end();
  return bytes;
}

function inflateExactly(compressed: Buffer, byteSize: number): Buffer {
  try {
    // With one output buffer of the right size zlib makes no list of pieces that it would have to copy
    // together.
    return inflateRawSync(compressed, {
      maxOutputLength: Math.max(byteSize, 1),
      chunkSize: Math.max(byteSize + 1, 64),
    });
  } catch (cause) {
    throw mismatchedEntry(cause);
  }
}

/**
 * Whether an entry is deflated; false for a stored one. Throws `corrupt` for other methods, which no Office
 * program writes.
 */
export function isDeflated(entry: ZipEntry): boolean {
  if (entry.method === METHOD_DEFLATED) return true;
  if (entry.method === METHOD_STORED) return false;
  throw damagedArchive('a part is compressed in a way that spreadsheets do not use');
}
