const headerStart = 12;
const saltBytes = 16;
const verifierBytes = 16;

/** Header that standard encryption and RC4 CryptoAPI encryption share ([MS-OFFCRYPTO] 2.3.2 and 2.3.3). */
export interface EncryptionHeader {
  algorithm: number;
  hashAlgorithm: number;
  keyBits: number;
  salt: Buffer;
  /** Encrypted verifier: random bytes and their hash, which match with the right key. */
  verifier: Buffer;
  verifierHash: Buffer;
}

/** Reads the header, which begins with its version; null where it is truncated. */
export function readEncryptionHeader(info: Buffer, verifierHashBytes: number): EncryptionHeader | null {
  if (info.length < headerStart + 20) return null;
  const verifier = headerStart + info.readUInt32LE(8);
  const secretStart = verifier + 4 + saltBytes;
  const hashStart = secretStart + verifierBytes + 4;
  if (hashStart + verifierHashBytes > info.length || info.readUInt32LE(verifier) !== saltBytes) return null;
  return {
    algorithm: info.readUInt32LE(headerStart + 8),
    hashAlgorithm: info.readUInt32LE(headerStart + 12),
    keyBits: info.readUInt32LE(headerStart + 16),
    salt: info.subarray(verifier + 4, secretStart),
    verifier: info.subarray(secretStart, secretStart + verifierBytes),
    verifierHash: info.subarray(hashStart, hashStart + verifierHashBytes),
  };
}
