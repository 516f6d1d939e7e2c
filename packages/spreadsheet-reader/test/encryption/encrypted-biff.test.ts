import { createHash } from 'node:crypto';
import { RecordType } from '../../src/xls/record-type';
import { f64, record, u16, workbookStream, u32 } from '../xls/biff-writer';
import { writeCompoundFile } from '../xls/compound-file-writer';
import { tempFiles } from '../zip/temp-files';
import { fixture, readWorkbook, streamsOf } from './encrypted-workbook';

const password = Buffer.from('VelvetSweatshop', 'utf16le');
const salt = Buffer.from('0123456789abcdef');
const sha1 = (...pieces: Buffer[]) => createHash('sha1').update(Buffer.concat(pieces)).digest();

/** Encrypts the byte at `position` of a stream, in a record whose data is `length` bytes long. */
type Encrypt = (byte: number, position: number, length: number) => number;

/** The key stream of RC4. */
function rc4(key: Buffer, length: number): Buffer {
  const s = Array.from({ length: 256 }, (_, i) => i);
  const swap = (a: number, b: number) => ([s[a], s[b]] = [s[b]!, s[a]!]);
  for (let i = 0, j = 0; i < 256; i++) swap(i, (j = (j + s[i]! + key[i % key.length]!) & 255));
  let j = 0;
  return Buffer.from(
    Array.from({ length }, (_, n) => {
      const i = (n + 1) & 255;
      swap(i, (j = (j + s[i]!) & 255));
      return s[(s[i]! + s[j]!) & 255]!;
    }),
  );
}

/** The data of FILEPASS for RC4 CryptoAPI with a key of so many bits, and the cipher. */
function cryptoApi(keyBits: number): { filePass: Buffer; encrypt: Encrypt } {
  const streams = new Map<number, Buffer>();
  const keystream = (block: number) => {
    const known = streams.get(block);
    if (known !== undefined) return known;
    const key = sha1(sha1(salt, password), u32(block)).subarray(0, keyBits / 8);
    const padded = keyBits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
    const made = rc4(padded, 1024);
    streams.set(block, made);
    return made;
  };
  const secret = Buffer.from('fedcba9876543210');
  const verifier = Buffer.concat([secret, sha1(secret)]).map((byte, i) => byte ^ keystream(0)[i]!);
  const header = Buffer.concat([u32(4, 0, 0x6801, 0x8004, keyBits, 1, 0, 0), Buffer.alloc(2)]);
  const filePass = Buffer.concat([
    u16(1, 2, 2),
    u32(4, header.length),
    header,
    u32(16),
    salt,
    verifier.subarray(0, 16),
    u32(20),
    verifier.subarray(16),
  ]);
  return { filePass, encrypt: (byte, at) => byte ^ keystream(at >> 10)[at & 1023]! };
}

/** The same for the obfuscation by XOR. */
function xorObfuscation(): { filePass: Buffer; encrypt: Encrypt } {
  const key = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');
  return {
    filePass: u16(0, 0xb359, 0x9a0a),
    encrypt: (byte, at, length) => (((byte << 5) | (byte >> 3)) & 255) ^ key[(at + length) % 16]!,
  };
}

/** Encrypts a workbook stream that has its FILEPASS already. */
function encryptStream(stream: Buffer, encrypt: Encrypt): Buffer {
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length;) {
    const type = bytes.readUInt16LE(at);
    const length = bytes.readUInt16LE(at + 2);
    const plain = type === RecordType.bof || type === RecordType.filePass;
    const from = at + 4 + (type === RecordType.boundSheet ? 4 : 0);
    at += 4 + length;
    for (let i = from; i < at && !plain; i++) bytes[i] = encrypt(bytes[i]!, i, length);
  }
  return bytes;
}

const write = tempFiles();
const stream = streamsOf(fixture('default-password-rc4.xls'), 'Workbook').Workbook!;
/** FILEPASS follows BOF, and its data its type and length. */
const filePass = 20 + 4;

async function outcome(bytes: Buffer): Promise<unknown> {
  try {
    return (await readWorkbook(write(writeCompoundFile({ Workbook: bytes })))).cells;
  } catch (error) {
    expect(error).toMatchObject({ name: 'SourceError' });
    return (error as { code: string }).code;
  }
}

function patched(at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(stream);
  copy.set(bytes, at);
  return copy;
}

/** Place of the first record of a type. */
function find(type: number): number {
  let at = 0;
  while (stream.readUInt16LE(at) !== type) at += 4 + stream.readUInt16LE(at + 2);
  return at;
}

describe('an XLS workbook with the password that Excel tries by itself', () => {
  it('gives what the plain one gives', async () => {
    expect(await readWorkbook(fixture('default-password-rc4.xls'))).toEqual(
      await readWorkbook(fixture('biff8.xls')),
    );
  });

  it.each([
    ['RC4 CryptoAPI by 40 bits', cryptoApi(40)],
    ['RC4 CryptoAPI by 128 bits', cryptoApi(128)],
    ['XOR', xorObfuscation()],
  ])('gives its cells over many blocks: %s', async (_name, { filePass, encrypt }) => {
    const records = Array.from({ length: 20_000 }, (_, i) => record(RecordType.number, u16(i, 0, 0), f64(i)));
    const plain = workbookStream({ globals: [record(RecordType.filePass, filePass)], sheets: [{ records }] });
    expect(await outcome(encryptStream(plain, encrypt))).toEqual(
      records.map((_, i) => `A${i + 1} number ${i}`),
    );
  });

  it.each<[what: string, bytes: Buffer]>([
    ['another password', patched(filePass + 30, 0, 0, 0)],
    ['another cipher', patched(filePass, 0, 0)],
    ['an unknown version', patched(filePass + 2, 3, 0, 3)],
    ['a version with another header', patched(filePass + 2, 4, 0, 2)],
    ['XOR by another password', patched(filePass, 0, 0, 0x59, 0xb3, 0x0a, 0x9b)],
    ['a cut header', patched(22, 20)],
    ['a header without bytes', patched(22, 0)],
  ])('is refused as one with a password where it has %s', async (_what, bytes) => {
    expect(await outcome(bytes)).toBe('encrypted');
  });

  it('whose sheet begins behind the end of the file is refused or read without it', async () => {
    const bytes = patched(find(RecordType.boundSheet) + 4, 0xff, 0xff, 0xff, 0xff);
    expect(['corrupt', expect.any(Array)]).toContainEqual(await outcome(bytes));
  });

  it('cut anywhere gives some of its cells or a typed error', async () => {
    const { cells } = await readWorkbook(fixture('biff8.xls'));
    for (let length = 0; length < stream.length; length += 4001) {
      const found = await outcome(stream.subarray(0, length));
      if (typeof found === 'string') expect(['corrupt', 'encrypted', 'unsupported']).toContain(found);
      else expect(cells).toEqual(expect.arrayContaining(found as string[]));
    }
  });
});
