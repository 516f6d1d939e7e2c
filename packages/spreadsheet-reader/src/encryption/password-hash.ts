import { createHash } from 'node:crypto';

/** Hash algorithms of Office, by Node's names. */
export type HashName = 'sha1' | 'sha256' | 'sha384' | 'sha512';

/**
 * Default password, which Excel tries before it asks for one, and uses where a workbook is protected without
 * one ([MS-XLS] 2.2.9).
 */
export const defaultPassword = Buffer.from('VelvetSweatshop', 'utf16le');

/** Digest of several pieces in sequence. */
export function digest(name: HashName | 'md5', ...pieces: readonly Uint8Array[]): Buffer {
  const hash = createHash(name);
  for (const piece of pieces) hash.update(piece);
  return hash.digest();
}

/** A number as 4 bytes, little-endian, as in key derivation. */
export function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

const filler = 0x36;

/** Truncates or pads a digest to the length of a key or a vector. */
export function fitLength(bytes: Buffer, length: number): Buffer {
  if (bytes.length >= length) return bytes.subarray(0, length);
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length, filler)]);
}

/** Cache of the last hash, because a file is opened once for type detection and again to be read. */
let last: { of: string; hash: Buffer } | null = null;

/**
 * Hash of the default password from which keys are derived ([MS-OFFCRYPTO] 2.3.4.7 and 2.3.4.11). The caller
 * bounds `spins`: a million take about a second.
 */
export function spinPassword(name: HashName, salt: Buffer, spins: number): Buffer {
  const of = `${name} ${spins} ${salt.toString('hex')}`;
  if (last?.of !== of) last = { of, hash: spin(name, salt, spins) };
  return last.hash;
}

function spin(name: HashName, salt: Buffer, spins: number): Buffer {
  const first = digest(name, salt, defaultPassword);
  const turn = Buffer.concat([littleEndian(0), first]);
  for (let count = 0; count < spins; count++) {
    turn.writeUInt32LE(count);
    digest(name, turn).copy(turn, 4);
  }
  return turn.subarray(4);
}
