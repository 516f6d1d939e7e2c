import { createHmac } from 'node:crypto';
import { type XmlNode } from '../ooxml/xml/xml-tree';
import { type AgileTerms } from './agile-encryption';
import { base64Bytes } from './base64-bytes';
import { blockBytes, decryptAes, type PackageCipher } from './package-cipher';
import { digest, fitLength } from './password-hash';

/** Block keys of the two initialization vectors ([MS-OFFCRYPTO] 2.3.4.14). */
const PURPOSE = {
  key: Buffer.from('5fb2ad010cb9e1f6', 'hex'),
  value: Buffer.from('a0677f02b22c8433', 'hex'),
} as const;
const readBytes = 1024 * 1024;

/**
 * Creates the integrity check of an agile package ([MS-OFFCRYPTO] 2.3.4.14): an HMAC with its own key over
 * the size and all encrypted bytes. Null where the description has no checksum.
 */
export function openIntegrity(
  node: XmlNode | undefined,
  packageKey: Buffer,
  { hash, salt }: AgileTerms,
): PackageCipher['isIntact'] {
  if (node === undefined) return null;
  const hashBytes = digest(hash).length;
  const decryptValue = (attribute: string, purpose: Buffer) =>
    decryptAes(
      packageKey,
      fitLength(digest(hash, salt, purpose), blockBytes),
      base64Bytes(node.attributes.get(attribute)),
    ).subarray(0, hashBytes);
  const key = decryptValue('encryptedHmacKey', PURPOSE.key);
  const expected = decryptValue('encryptedHmacValue', PURPOSE.value);
  return (content) => {
    const hmac = createHmac(hash, key);
    const bytes = Buffer.allocUnsafe(Math.min(readBytes, content.byteSize));
    for (let at = 0; at < content.byteSize;) {
      const filled = content.read(bytes, at);
      if (filled === 0) return false;
      hmac.update(bytes.subarray(0, filled));
      at += filled;
    }
    return hmac.digest().equals(expected);
  };
}
