import { decryptAes, isAesKeyLength, type PackageCipher } from './package-cipher';
import { digest, littleEndian, spinPassword } from './password-hash';

const spins = 50_000;
const headerStart = 12;
const saltBytes = 16;
const verifierBytes = 16;
const hashBytes = 20;
const encryptedHashBytes = 32;
/** AES by 128, 192 or 256 bits, or what the flags say, which is AES too. */
const ALGORITHMS = new Set([0, 0x660e, 0x660f, 0x6610]);
const SHA1 = new Set([0, 0x8004]);

/**
 * The cipher of standard encryption ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9), as Excel 2007 and LibreOffice write it. Null where
 * the default password does not fit, and for everything that is not AES with SHA-1.
 */
export function openStandardEncryption(info: Buffer): PackageCipher | null {
  if (info.length < headerStart + 20) return null;
  const verifier = headerStart + info.readUInt32LE(8);
  const keyBytes = info.readUInt32LE(headerStart + 16) / 8;
  const known =
    ALGORITHMS.has(info.readUInt32LE(headerStart + 8)) &&
    SHA1.has(info.readUInt32LE(headerStart + 12)) &&
    isAesKeyLength(keyBytes);
  const secretStart = verifier + 4 + saltBytes;
  const hashStart = secretStart + verifierBytes + 4;
  if (!known || hashStart + encryptedHashBytes > info.length) return null;
  if (info.readUInt32LE(verifier) !== saltBytes) return null;

  const key = deriveKey(info.subarray(verifier + 4, secretStart), keyBytes);
  const secret = decryptAes(key, null, info.subarray(secretStart, secretStart + verifierBytes));
  const expected = decryptAes(key, null, info.subarray(hashStart, hashStart + encryptedHashBytes));
  if (!digest('sha1', secret).equals(expected.subarray(0, hashBytes))) return null;
  return { decryptSegment: (bytes) => decryptAes(key, null, bytes) };
}

/** What CryptDeriveKey of Windows makes of the password ([MS-OFFCRYPTO] 2.3.4.7). */
function deriveKey(salt: Buffer, keyBytes: number): Buffer {
  const seed = digest('sha1', spinPassword('sha1', salt, spins), littleEndian(0));
  const halves = [0x36, 0x5c].map((filler) => {
    const pad = Buffer.alloc(64, filler);
    for (const [i, byte] of seed.entries()) pad[i]! ^= byte;
    return digest('sha1', pad);
  });
  return Buffer.concat(halves).subarray(0, keyBytes);
}
