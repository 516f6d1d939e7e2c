import { type SourceFile } from '../source/source-file';
import { damagedArchive } from './zip-error';

/** Signature of a directory entry. */
export const DIRECTORY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const END_BYTES = 22;
const COMMENT_BYTES_MAX = 65_535;
const LOCATOR_SIGNATURE = 0x07064b50;
const LOCATOR_BYTES = 20;
const END64_SIGNATURE = 0x06064b50;
const END64_BYTES = 56;

/** Location of the central directory. */
export interface DirectoryLocation {
  entries: number;
  offset: number;
  byteSize: number;
  /** Bytes before the archive; all of its offsets count from its own start. */
  prefixBytes: number;
}

/** Reads exactly `length` bytes at `position`. Throws `corrupt` where the file ends before. */
export function readExactly(file: SourceFile, position: number, length: number): Buffer {
  if (position < 0 || position + length > file.byteSize) throw damagedArchive('a part lies outside the file');
  const bytes = Buffer.allocUnsafe(length);
  if (file.read(bytes, position) < length) throw damagedArchive('it is shorter than it says');
  return bytes;
}

/**
 * Finds the end of central directory record (APPNOTE 4.3.16, zip64 in 4.3.14). Throws `corrupt` where there
 * is none.
 */
export function locateDirectory(file: SourceFile): DirectoryLocation {
  const tailBytes = Math.min(file.byteSize, END_BYTES + COMMENT_BYTES_MAX + LOCATOR_BYTES);
  const tailStart = file.byteSize - tailBytes;
  const tail = readExactly(file, tailStart, tailBytes);
  const at = findEnd(tail);
  if (at < 0) throw damagedArchive('its table of contents is missing, as in a download that stopped early');

  const end64 = at >= LOCATOR_BYTES && tail.readUInt32LE(at - LOCATOR_BYTES) === LOCATOR_SIGNATURE;
  const directory = end64
    ? readEnd64(file, tail.subarray(at - LOCATOR_BYTES, at))
    : {
        entries: tail.readUInt16LE(at + 10),
        byteSize: tail.readUInt32LE(at + 12),
        offset: tail.readUInt32LE(at + 16),
        endsAt: tailStart + at,
      };
  const prefixBytes = isDirectory(file, directory.offset)
    ? 0
    : directory.endsAt - directory.byteSize - directory.offset;
  if (prefixBytes < 0) throw damagedArchive('its table of contents overlaps its end');
  return {
    entries: directory.entries,
    byteSize: directory.byteSize,
    offset: directory.offset + prefixBytes,
    prefixBytes,
  };
}

function isDirectory(file: SourceFile, position: number): boolean {
  const signature = Buffer.alloc(4);
  return file.read(signature, position) === 4 && signature.readUInt32LE() === DIRECTORY_SIGNATURE;
}

/**
 * Offset of the last end record whose comment fits the file, because a comment may contain the signature too.
 */
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (tail[at] !== 0x50 || tail.readUInt32LE(at) !== END_SIGNATURE) continue;
    if (at + END_BYTES + tail.readUInt16LE(at + 20) <= tail.length) return at;
  }
  return -1;
}

function readEnd64(file: SourceFile, locator: Buffer) {
  const position = safeInteger(locator.readBigUInt64LE(8));
  const record = readExactly(file, position, END64_BYTES);
  if (record.readUInt32LE(0) !== END64_SIGNATURE) throw damagedArchive('its table of contents is missing');
  return {
    entries: safeInteger(record.readBigUInt64LE(32)),
    byteSize: safeInteger(record.readBigUInt64LE(40)),
    offset: safeInteger(record.readBigUInt64LE(48)),
    endsAt: position,
  };
}

/** Number of a 64-bit field. Throws `corrupt` past 2^53, which no real file reaches. */
export function safeInteger(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedArchive('it declares an impossible size');
  return Number(value);
}
