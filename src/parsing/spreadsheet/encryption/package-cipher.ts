import { createDecipheriv } from 'node:crypto';
import { type ByteStream } from '../../source/byte-stream';

/**
 * Turns an encrypted package back, a segment at a time: each is decrypted on its own, so that a package is
 * read anywhere.
 */
export interface PackageCipher {
  /** Whole blocks of the segment with this index; a block that was cut short is left out. */
  decryptSegment(bytes: Buffer, index: number): Buffer;
  /**
   * Reads the whole stream of the package and compares its checksum; null where the encryption knows none.
   */
  isIntact: ((content: ByteStream) => boolean) | null;
}

/** The unit of a package, but for its last segment. */
export const segmentBytes = 4096;
/** A block of AES, and with it the initialization vector. */
export const blockBytes = 16;

const AES: Readonly<Record<number, '128' | '192' | '256'>> = { 16: '128', 24: '192', 32: '256' };

/** Whether AES has keys of this length. */
export function isAesKeyLength(keyBytes: number): boolean {
  return AES[keyBytes] !== undefined;
}

/** Whole blocks by AES without padding, in CBC, or in ECB where there is no initialization vector. */
export function decryptAes(key: Buffer, iv: Buffer | null, bytes: Buffer): Buffer {
  const decipher = createDecipheriv(`aes-${AES[key.length]!}-${iv ? 'cbc' : 'ecb'}`, key, iv);
  decipher.setAutoPadding(false);
  return decipher.update(bytes);
}
