import { inflateRawSync } from 'node:zlib';
import { type SourceFile } from '../source/source-file';
import { readExactly } from './end-of-directory';
import { createEntryVerifier, mismatchedEntry } from './entry-verifier';
import { METHOD_DEFLATED, METHOD_STORED, type ZipEntry } from './zip-entry';
import { damagedArchive } from './zip-error';

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_HEADER_BYTES = 30;

/**
 * Where an entry's bytes begin: behind its local header, whose name and extra field may differ from the
 * directory's.
 */
export function locateData(file: SourceFile, entry: ZipEntry): number {
  const header = readExactly(file, entry.offset, LOCAL_HEADER_BYTES);
  if (header.readUInt32LE(0) !== LOCAL_SIGNATURE) throw damagedArchive('a part is not where it should be');
  const start = entry.offset + LOCAL_HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + entry.compressedBytes > file.byteSize) throw damagedArchive('a part lies outside the file');
  return start;
}

/** One entry inflated and checked. The caller has admitted its size. */
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
    // One output buffer of the right size: without it zlib grows a list of pieces and then copies them
    // together.
    return inflateRawSync(compressed, {
      maxOutputLength: Math.max(byteSize, 1),
      chunkSize: Math.max(byteSize + 1, 64),
    });
  } catch (cause) {
    throw mismatchedEntry(cause);
  }
}

/** False for stored entries. Throws `corrupt` for methods that no spreadsheet program writes. */
export function isDeflated(entry: ZipEntry): boolean {
  if (entry.method === METHOD_DEFLATED) return true;
  if (entry.method === METHOD_STORED) return false;
  throw damagedArchive('a part is compressed in a way that spreadsheets do not use');
}
