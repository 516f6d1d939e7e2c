import { createDecipheriv } from 'node:crypto';
import { type ByteStream } from '../source/byte-stream';

/**
 * Decryption of a package by segments: each is decrypted on its own, so that a package is read at any
 * position.
 */
export interface PackageCipher {
  /** Decrypts the whole blocks of the segment with this index; an incomplete block is left out. */
  decryptSegment(bytes: Buffer, index: number): Buffer;
  /** Reads the whole stream and compares its checksum; null where the encryption has none. */
  isIntact: ((content: ByteStream) => boolean) | null;
}

/** Bytes of a segment, except the last. */
export const segmentBytes = 4096;
/** Bytes of an AES block and of its initialization vector. */
export const blockBytes = 16;

const AES: Readonly<Record<number, '128' | '192' | '256'>> = { 16: '128', 24: '192', 32: '256' };

/** Whether AES has keys of this length. */
export function isAesKeyLength(keyBytes: number): boolean {
  return AES[keyBytes] !== undefined;
}

/**
 * Decrypts whole AES blocks without padding, in CBC mode, or in ECB mode without an initialization vector.
 */
export function decryptAes(key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${AES[key.length]!}-${iv ? 'cbc' : 'ecb'}`, key, iv);
  decipher.setAutoPadding(false);
  return decipher.update(bytes);
}
