import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

/** An archive being written; one entry at a time. */
export interface ZipFile {
  /** Compresses the texts one after the other, as UTF-8; nothing but the current one is held in memory. */
  entry(name: string, texts: Iterable<string>): Promise<void>;
  /** Writes the directory and closes the file. */
  close(): Promise<void>;
}

interface Entry {
  name: Buffer;
  crc: number;
  packedBytes: number;
  bytes: number;
  offset: number;
}

const DEFLATE = 8;
/** 1 January 2026, 00:00, in the format of DOS: a fixed time keeps the archives equal byte for byte. */
const DOS_DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** The fields that local header and directory have in common (APPNOTE 4.3.7 and 4.3.12). */
function sharedFields(entry: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(DEFLATE, 4);
  fields.writeUInt16LE(DOS_DATE, 8);
  fields.writeUInt32LE(entry.crc, 10);
  fields.writeUInt32LE(entry.packedBytes, 14);
  fields.writeUInt32LE(entry.bytes, 18);
  fields.writeUInt16LE(entry.name.length, 22);
  return fields;
}

const localHeader = (entry: Entry): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), sharedFields(entry), entry.name]);

function directoryHeader(entry: Entry): Buffer {
  const own = Buffer.alloc(14);
  own.writeUInt32LE(entry.offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), sharedFields(entry), own, entry.name]);
}

function endRecord(entries: number, directoryBytes: number, directoryOffset: number): Buffer {
  const record = Buffer.alloc(22);
  record.write('PK\x05\x06', 'latin1');
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(directoryBytes, 12);
  record.writeUInt32LE(directoryOffset, 16);
  return record;
}

/**
 * Creates a zip archive below 4 GB. Sizes stand in the local headers, as Excel writes them: the header is
 * filled in once the entry is complete, so readers that stream from the front need no data descriptors.
 */
export async function createZipFile(path: string): Promise<ZipFile> {
  const file = await open(path, 'w');
  const entries: Entry[] = [];
  let position = 0;

  const append = async (bytes: Buffer) => {
    await file.write(bytes, 0, bytes.length, position);
    position += bytes.length;
  };

  return {
    async entry(name, texts) {
      const entry: Entry = { name: Buffer.from(name), crc: 0, packedBytes: 0, bytes: 0, offset: position };
      await append(localHeader(entry));
      const start = position;
      function* encode() {
        for (const text of texts) {
          const bytes = Buffer.from(text);
          entry.crc = crc32(bytes, entry.crc);
          entry.bytes += bytes.length;
          yield bytes;
        }
      }
      const packed = Readable.from(encode()).pipe(createDeflateRaw({ level: 6, chunkSize: 256 * 1024 }));
      for await (const chunk of packed) await append(chunk as Buffer);
      entry.packedBytes = position - start;
      const header = localHeader(entry);
      await file.write(header, 0, header.length, entry.offset);
      entries.push(entry);
    },
    async close() {
      const offset = position;
      for (const entry of entries) await append(directoryHeader(entry));
      await append(endRecord(entries.length, position - offset, offset));
      await file.close();
    },
  };
}
