import { isUtf8 } from 'node:buffer';
import { decode } from 'iconv-lite';
import { type SourceFile } from '../source/source-file';
import { DIRECTORY_SIGNATURE, locateDirectory, readExactly, safeInteger } from './end-of-directory';
import { type ZipEntry } from './zip-entry';
import { damagedArchive, oversizedArchive } from './zip-error';
import { type ZipLimits } from './zip-limits';

const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_BYTES_MAX = 16 * 1024 * 1024;
const FLAG_ENCRYPTED = 0x1;
const FLAG_UTF8 = 0x800;
const ZIP64_EXTRA = 1;
const IN_ZIP64_EXTRA = 0xffffffff;

/**
 * Reads all file entries of an archive, in directory order, duplicates included. Only the central directory
 * counts; local headers are used only to find the data. Throws `corrupt` where entries overlap or lie outside
 * the file, `too_large` past a limit.
 */
export function readCentralDirectory(file: SourceFile, limits: ZipLimits): ZipEntry[] {
  const location = locateDirectory(file);
  if (location.entries > limits.entriesMax || location.byteSize > DIRECTORY_BYTES_MAX) {
    throw oversizedArchive(`it holds more than ${limits.entriesMax} parts`);
  }
  const directory = readExactly(file, location.offset, location.byteSize);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < location.entries; index++) {
    if (at + ENTRY_BYTES > directory.length || directory.readUInt32LE(at) !== DIRECTORY_SIGNATURE) {
      throw damagedArchive('its table of contents is malformed');
    }
    const nameEnd = at + ENTRY_BYTES + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    if (extraEnd > directory.length) throw damagedArchive('its table of contents is malformed');
    const entry = readEntry(directory.subarray(at, extraEnd), nameEnd - at);
    entry.offset += location.prefixBytes;
    if (!entry.name.endsWith('/')) entries.push(entry);
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  refuseOverlaps(entries, location.offset);
  refuseDeclaredBomb(entries, limits);
  return entries;
}

function readEntry(record: Buffer, nameEnd: number): ZipEntry {
  const flags = record.readUInt16LE(8);
  const entry: ZipEntry = {
    name: nameOf(record.subarray(ENTRY_BYTES, nameEnd), (flags & FLAG_UTF8) !== 0)
      .replaceAll('\\', '/')
      .replace(/^\/+/, ''),
    method: record.readUInt16LE(10),
    crc32: record.readUInt32LE(16),
    isEncrypted: (flags & FLAG_ENCRYPTED) !== 0,
    compressedBytes: record.readUInt32LE(20),
    byteSize: record.readUInt32LE(24),
    offset: record.readUInt32LE(42),
  };
  readZip64Extra(entry, record.subarray(nameEnd));
  return entry;
}

/** Many programs write UTF-8 without saying so; other names are in the character set of DOS (APPNOTE D.1). */
function nameOf(bytes: Buffer, isDeclaredUtf8: boolean): string {
  return isDeclaredUtf8 || isUtf8(bytes) ? bytes.toString('utf8') : decode(bytes, 'cp437');
}

/**
 * Reads the zip64 extra field: fields that exceed 32 bits follow in this order, and only those (APPNOTE
 * 4.5.3).
 */
function readZip64Extra(entry: ZipEntry, extra: Buffer): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === ZIP64_EXTRA) {
      let field = at + 4;
      for (const key of ['byteSize', 'compressedBytes', 'offset'] as const) {
        if (entry[key] !== IN_ZIP64_EXTRA) continue;
        if (field + 8 > Math.min(end, extra.length))
          throw damagedArchive('its table of contents is malformed');
        entry[key] = safeInteger(extra.readBigUInt64LE(field));
        field += 8;
      }
      return;
    }
    at = end;
  }
}

/**
 * Refuses overlapping entries, with which a small file inflates without end (Fifield, "A better zip bomb",
 * 2019).
 */
function refuseOverlaps(entries: readonly ZipEntry[], directoryOffset: number): void {
  const byOffset = [...entries].sort((a, b) => a.offset - b.offset);
  let freeFrom = 0;
  for (const entry of byOffset) {
    if (entry.offset < freeFrom) throw damagedArchive('parts of it overlap');
    freeFrom = entry.offset + LOCAL_HEADER_BYTES + entry.compressedBytes;
    if (freeFrom > directoryOffset) throw damagedArchive('a part lies outside the file');
  }
}

function refuseDeclaredBomb(entries: readonly ZipEntry[], limits: ZipLimits): void {
  const declaredBytes = entries.reduce((sum, entry) => sum + entry.byteSize, 0);
  if (declaredBytes > limits.totalBytesMax)
    throw oversizedArchive('its contents are far larger than the file itself');
}
