import { findNode, findNodes, readXmlTree, type XmlNode } from '../ooxml/xml/xml-tree';
import { base64Bytes } from './base64-bytes';
import { blockBytes, decryptAes, isAesKeyLength, type PackageCipher } from './package-cipher';
import { openIntegrity } from './package-integrity';
import { digest, fitLength, littleEndian, spinPassword, type HashName } from './password-hash';

/**
 * Hash iterations at most. Excel writes 100,000; the ten million that the format allows would take many
 * seconds.
 */
const spinsMax = 1_000_000;
const HASHES = new Map<string, HashName>([
  ['SHA1', 'sha1'],
  ['SHA256', 'sha256'],
  ['SHA384', 'sha384'],
  ['SHA512', 'sha512'],
]);
/** Block keys: the purpose of each key derived from the password ([MS-OFFCRYPTO] 2.3.4.13). */
const PURPOSE = {
  verifierInput: Buffer.from('fea7d2763b4b9e79', 'hex'),
  verifierHash: Buffer.from('d7aa0f6d3061344e', 'hex'),
  packageKey: Buffer.from('146e0be7abacd0d6', 'hex'),
} as const;

/** Encryption parameters, declared separately for the package and for the key that opens it. */
export interface AgileTerms {
  hash: HashName;
  salt: Buffer;
  keyBytes: number;
}

/**
 * Creates the cipher of agile encryption ([MS-OFFCRYPTO] 2.3.4.10 to 2.3.4.15), as Excel has written it since
 * 2010. Null where the default password does not match, and for ciphers other than AES in CBC mode.
 *
 * @throws SourceError `corrupt` for a description that is no XML
 */
export function openAgileEncryption(xml: string): PackageCipher | null {
  const root = readXmlTree(xml, 'enc').children[0];
  const ofPackage = findNode(root, 'enc:keyData');
  const ofPassword = [...findNodes(root, 'encp:encryptedKey')].find(({ attributes }) =>
    attributes.has('spinCount'),
  );
  const terms = readTerms(ofPackage);
  if (terms === null || ofPassword === undefined) return null;
  const key = openKey(ofPassword, terms.keyBytes);
  if (key === null) return null;
  return {
    decryptSegment: (bytes, index) =>
      decryptAes(key, fitLength(digest(terms.hash, terms.salt, littleEndian(index)), blockBytes), bytes),
    isIntact: openIntegrity(findNode(root, 'enc:dataIntegrity'), key, terms),
  };
}

function readTerms(node: XmlNode | undefined): AgileTerms | null {
  const { attributes } = node ?? { attributes: new Map<string, string>() };
  const hash = HASHES.get(attributes.get('hashAlgorithm')?.replace('-', '') ?? '');
  const salt = base64Bytes(attributes.get('saltValue'));
  const keyBytes = Number(attributes.get('keyBits')) / 8;
  const known =
    attributes.get('cipherAlgorithm') === 'AES' &&
    attributes.get('cipherChaining') === 'ChainingModeCBC' &&
    Number(attributes.get('blockSize')) === blockBytes &&
    isAesKeyLength(keyBytes);
  return known && hash !== undefined && salt.length > 0 ? { hash, salt, keyBytes } : null;
}

/**
 * Key of the package, which the file holds encrypted with the password; null where the default password does
 * not match.
 */
function openKey(node: XmlNode, packageKeyBytes: number): Buffer | null {
  const terms = readTerms(node);
  const spins = Number(node.attributes.get('spinCount'));
  if (terms === null || !Number.isInteger(spins) || spins < 0 || spins > spinsMax) return null;
  const { hash, salt, keyBytes } = terms;
  const spun = spinPassword(hash, salt, spins);
  const iv = fitLength(salt, blockBytes);
  const decryptValue = (attribute: string, purpose: Buffer) =>
    decryptAes(
      fitLength(digest(hash, spun, purpose), keyBytes),
      iv,
      base64Bytes(node.attributes.get(attribute)),
    );

  const input = decryptValue('encryptedVerifierHashInput', PURPOSE.verifierInput).subarray(0, salt.length);
  const expected = decryptValue('encryptedVerifierHashValue', PURPOSE.verifierHash);
  const found = digest(hash, input);
  if (!found.equals(expected.subarray(0, found.length))) return null;
  const key = decryptValue('encryptedKeyValue', PURPOSE.packageKey).subarray(0, packageKeyBytes);
  return key.length === packageKeyBytes ? key : null;
}
