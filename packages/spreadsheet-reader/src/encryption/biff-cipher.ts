import { rc4Keystream } from './rc4';

/**
 * Decrypts a part of one record in place: `from` and `to` are offsets in `bytes`, which begin at `start` of
 * the workbook stream; `recordBytes` is the length of the whole record's data.
 */
export type BiffCipher = (
  bytes: Buffer,
  from: number,
  to: number,
  start: number,
  recordBytes: number,
) => void;

const blockBytes = 1024;
/** XOR array of the default password ([MS-OFFCRYPTO] 2.3.7.2). */
const XOR_BYTES = Buffer.from('876b9ae21ee305621e699660986e9404', 'hex');

/** RC4 with a key for each 1,024 bytes of the stream, record headers included. */
export function rc4Cipher(key: (block: number) => Buffer): BiffCipher {
  let block = -1;
  let keystream: Buffer = Buffer.alloc(0);
  return (bytes, from, to, start) => {
    for (let at = from; at < to;) {
      const offset = (start + at) % blockBytes;
      const needed = (start + at - offset) / blockBytes;
      if (needed !== block) {
        block = needed;
        keystream = rc4Keystream(key(block), blockBytes);
      }
      const end = Math.min(to, at - offset + blockBytes);
      for (let i = offset; at < end; at++, i++) bytes[at]! ^= keystream[i]!;
    }
  };
}

/** XOR obfuscation with the default password ([MS-OFFCRYPTO] 2.3.7.3). */
export const xorCipher: BiffCipher = (bytes, from, to, start, recordBytes) => {
  for (let at = from; at < to; at++) {
    const mixed = bytes[at]! ^ XOR_BYTES[(start + at + recordBytes) % XOR_BYTES.length]!;
    bytes[at] = (mixed >> 5) | (mixed << 3);
  }
};
