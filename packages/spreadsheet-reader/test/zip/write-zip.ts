import { crc32, deflateRawSync } from 'node:zlib';

/** An entry of an archive that a test writes. Fields that are absent are right. */
export interface ZipPart {
  name: string;
  data: Buffer | string;
  stored?: boolean;
  /** False fields of the central directory. */
  declared?: { byteSize?: number; crc32?: number; offset?: number; method?: number; flags?: number };
  /** Sizes and offset as 64-bit fields, in the directory and the local header. */
  zip64?: boolean;
  /** Extra field of the local header only, so that it is longer than the directory's. */
  localExtra?: Buffer;
}

export interface ZipOptions {
  /** Bytes before the archive. */
  prefix?: Buffer;
  comment?: Buffer;
  /** Offsets count from the start of the file, as if the prefix were part of the archive. */
  offsetsIncludePrefix?: boolean;
  /** End the directory with a zip64 record. */
  zip64End?: boolean;
}

const IN_ZIP64_EXTRA = 0xffffffff;

/** An archive, byte by byte: also the kinds that no program would write. */
export function writeZip(parts: readonly ZipPart[], options: ZipOptions = {}): Buffer {
  const prefix = options.prefix ?? Buffer.alloc(0);
  const base = options.offsetsIncludePrefix === true ? prefix.length : 0;
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = base;
  for (const part of parts) {
    const written = writePart(part, offset);
    locals.push(written.local);
    directory.push(written.directory);
    offset += written.local.length;
  }
  const size = directory.reduce((sum, record) => sum + record.length, 0);
  const end = [
    ...zip64End(options, parts.length, size, offset, base, prefix),
    endRecord(options, parts.length, size, offset),
  ];
  return Buffer.concat([prefix, ...locals, ...directory, ...end]);
}

function writePart(part: ZipPart, offset: number): { local: Buffer; directory: Buffer } {
  const data = Buffer.from(part.data);
  const packed = part.stored === true ? data : deflateRawSync(data);
  const name = Buffer.from(part.name);
  const facts = {
    flags: 0x800,
    method: part.stored === true ? 0 : 8,
    crc32: crc32(data),
    byteSize: data.length,
    offset,
    ...part.declared,
  };
  const zip64 = part.zip64 === true;
  const sizes = zip64 ? zip64Extra([facts.byteSize, packed.length]) : Buffer.alloc(0);
  const localExtra = Buffer.concat([sizes, part.localExtra ?? Buffer.alloc(0)]);

  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(facts.flags, 6);
  local.writeUInt16LE(facts.method, 8);
  writeSizes(local, 14, facts.crc32, packed.length, facts.byteSize, zip64);
  local.writeUInt16LE(name.length, 26);
  local.writeUInt16LE(localExtra.length, 28);

  const extra = zip64 ? zip64Extra([facts.byteSize, packed.length, facts.offset]) : Buffer.alloc(0);
  const record = Buffer.alloc(46);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 6);
  record.writeUInt16LE(facts.flags, 8);
  record.writeUInt16LE(facts.method, 10);
  writeSizes(record, 16, facts.crc32, packed.length, facts.byteSize, zip64);
  record.writeUInt16LE(name.length, 28);
  record.writeUInt16LE(extra.length, 30);
  record.writeUInt32LE(zip64 ? IN_ZIP64_EXTRA : facts.offset, 42);
  return {
    local: Buffer.concat([local, name, localExtra, packed]),
    directory: Buffer.concat([record, name, extra]),
  };
}

function writeSizes(
  record: Buffer,
  at: number,
  checksum: number,
  packed: number,
  byteSize: number,
  zip64: boolean,
): void {
  record.writeUInt32LE(checksum, at);
  record.writeUInt32LE(zip64 ? IN_ZIP64_EXTRA : packed, at + 4);
  record.writeUInt32LE(zip64 ? IN_ZIP64_EXTRA : byteSize, at + 8);
}

function zip64Extra(fields: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + fields.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(fields.length * 8, 2);
  fields.forEach((field, index) => extra.writeBigUInt64LE(BigInt(field), 4 + index * 8));
  return extra;
}

function zip64End(
  options: ZipOptions,
  entries: number,
  size: number,
  offset: number,
  base: number,
  prefix: Buffer,
): Buffer[] {
  if (options.zip64End !== true) return [];
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeBigUInt64LE(BigInt(entries), 24);
  record.writeBigUInt64LE(BigInt(entries), 32);
  record.writeBigUInt64LE(BigInt(size), 40);
  record.writeBigUInt64LE(BigInt(offset), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(offset - base + prefix.length + size), 8);
  locator.writeUInt32LE(1, 16);
  return [record, locator];
}

function endRecord(options: ZipOptions, entries: number, size: number, offset: number): Buffer {
  const comment = options.comment ?? Buffer.alloc(0);
  const zip64 = options.zip64End === true;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(zip64 ? 0xffff : entries, 8);
  end.writeUInt16LE(zip64 ? 0xffff : entries, 10);
  end.writeUInt32LE(zip64 ? IN_ZIP64_EXTRA : size, 12);
  end.writeUInt32LE(zip64 ? IN_ZIP64_EXTRA : offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([end, comment]);
}
