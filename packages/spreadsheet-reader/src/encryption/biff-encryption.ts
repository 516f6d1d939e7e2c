import { rc4Cipher, xorCipher, type BiffCipher } from './biff-cipher';
import { readEncryptionHeader } from './encryption-header';
import { defaultPassword, digest, littleEndian } from './password-hash';
import { rc4Keystream } from './rc4';

/** Key of each block of a workbook stream. */
type BlockKey = (block: number) => Buffer;

const xorType = 0;
const rc4Type = 1;
/** Key and verifier of the XOR obfuscation for the default password. */
const XOR_VERIFIER = Buffer.from('59b30a9a', 'hex');
const rc4RecordBytes = 54;
const saltBytes = 16;
const seedBytes = 5;
const sha1Bytes = 20;
const CRYPTO_API_RC4 = 0x6801;
const SHA1 = 0x8004;
const defaultKeyBits = 40;

/**
 * Creates the cipher of a FILEPASS record ([MS-XLS] 2.4.117) of BIFF8: RC4, RC4 CryptoAPI or XOR obfuscation.
 * Null where the default password does not match, and for other methods.
 */
export function openBiffEncryption(filePass: Buffer): BiffCipher | null {
  if (filePass.length < 6) return null;
  const type = filePass.readUInt16LE(0);
  if (type === xorType) return filePass.subarray(2, 6).equals(XOR_VERIFIER) ? xorCipher : null;
  const key = type === rc4Type ? openKeys(filePass) : null;
  return key && rc4Cipher(key);
}

function openKeys(filePass: Buffer): BlockKey | null {
  const major = filePass.readUInt16LE(2);
  const minor = filePass.readUInt16LE(4);
  if (major === 1 && minor === 1) return openRc4(filePass);
  return major >= 2 && major <= 4 && minor === 2 ? openCryptoApi(filePass.subarray(2)) : null;
}

/** Block keys of RC4 ([MS-OFFCRYPTO] 2.3.6). */
function openRc4(filePass: Buffer): BlockKey | null {
  if (filePass.length < rc4RecordBytes) return null;
  const salt = filePass.subarray(6, 6 + saltBytes);
  const password = digest('md5', defaultPassword).subarray(0, seedBytes);
  const repeated = Buffer.alloc(16 * (seedBytes + saltBytes), Buffer.concat([password, salt]));
  const seed = digest('md5', repeated).subarray(0, seedBytes);
  const key: BlockKey = (block) => digest('md5', seed, littleEndian(block));
  return matchesHash(key, 'md5', filePass.subarray(6 + saltBytes, rc4RecordBytes)) ? key : null;
}

/** Block keys of RC4 CryptoAPI ([MS-OFFCRYPTO] 2.3.5). */
function openCryptoApi(info: Buffer): BlockKey | null {
  const header = readEncryptionHeader(info, sha1Bytes);
  if (header?.algorithm !== CRYPTO_API_RC4 || header.hashAlgorithm !== SHA1) return null;
  const keyBits = header.keyBits === 0 ? defaultKeyBits : header.keyBits;
  if (keyBits < defaultKeyBits || keyBits > 128 || keyBits % 8 !== 0) return null;
  const seed = digest('sha1', header.salt, defaultPassword);
  const key: BlockKey = (block) => {
    const whole = digest('sha1', seed, littleEndian(block)).subarray(0, keyBits / 8);
    return keyBits === defaultKeyBits ? Buffer.concat([whole, Buffer.alloc(16 - whole.length)]) : whole;
  };
  return matchesHash(key, 'sha1', Buffer.concat([header.verifier, header.verifierHash])) ? key : null;
}

/** Whether the second part of a decrypted verifier is the hash of its first 16 bytes. */
function matchesHash(key: BlockKey, hash: 'md5' | 'sha1', secret: Buffer): boolean {
  const keystream = rc4Keystream(key(0), secret.length);
  const plain = secret.map((byte, i) => byte ^ keystream[i]!);
  return digest(hash, plain.subarray(0, 16)).equals(plain.subarray(16));
}
