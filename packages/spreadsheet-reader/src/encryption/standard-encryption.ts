import { readEncryptionHeader } from './encryption-header';
import { decryptAes, isAesKeyLength, type PackageCipher } from './package-cipher';
import { digest, littleEndian, spinPassword } from './password-hash';

const spins = 50_000;
const hashBytes = 20;
const encryptedHashBytes = 32;
/** Algorithm ids of AES with 128, 192 or 256 bits; 0 leaves it to the flags, which say AES too. */
const ALGORITHMS = new Set([0, 0x660e, 0x660f, 0x6610]);
const SHA1 = new Set([0, 0x8004]);

/**
 * Creates the cipher of standard encryption ([MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9), as Excel 2007 and
 * LibreOffice write it. Null where the default password does not match, and for anything but AES with SHA-1.
 */
export function openStandardEncryption(info: Buffer): PackageCipher | null {
  const header = readEncryptionHeader(info, encryptedHashBytes);
  if (header === null) return null;
  const keyBytes = header.keyBits / 8;
  if (!ALGORITHMS.has(header.algorithm) || !SHA1.has(header.hashAlgorithm) || !isAesKeyLength(keyBytes)) {
    return null;
  }
  const key = deriveKey(header.salt, keyBytes);
  const secret = decryptAes(key, null, header.verifier);
  const expected = decryptAes(key, null, header.verifierHash);
  if (!digest('sha1', secret).equals(expected.subarray(0, hashBytes))) return null;
  return { decryptSegment: (bytes) => decryptAes(key, null, bytes), isIntact: null };
}

/** Key that Windows' CryptDeriveKey derives from the password ([MS-OFFCRYPTO] 2.3.4.7). */
function deriveKey(salt: Buffer, keyBytes: number): Buffer {
  const seed = digest('sha1', spinPassword('sha1', salt, spins), littleEndian(0));
  const halves = [0x36, 0x5c].map((filler) => {
    const pad = Buffer.alloc(64, filler);
    for (const [i, byte] of seed.entries()) pad[i]! ^= byte;
    return digest('sha1', pad);
  });
  return Buffer.concat(halves).subarray(0, keyBytes);
}
