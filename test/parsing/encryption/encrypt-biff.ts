import { createHash } from 'node:crypto';
import { RecordType } from '../../../src/parsing/spreadsheet/xls/record-type';
import { u16, u32 } from '../xls/biff-writer';

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
export function cryptoApi(keyBits: number): { filePass: Buffer; encrypt: Encrypt } {
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
export function xorObfuscation(): { filePass: Buffer; encrypt: Encrypt } {
  const key = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');
  return {
    filePass: u16(0, 0xb359, 0x9a0a),
    encrypt: (byte, at, length) => (((byte << 5) | (byte >> 3)) & 255) ^ key[(at + length) % 16]!,
  };
}

/** Encrypts a workbook stream that has its FILEPASS already. */
export function encryptStream(stream: Buffer, encrypt: Encrypt): Buffer {
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
