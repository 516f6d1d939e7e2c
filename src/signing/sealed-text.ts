import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Config, type ResealKeys } from '../config';

const version = 'v1';
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
const keyIdBytes = 6;

/** Encrypts small secrets, such as the credentials of a job's source, for storage. */
export interface Sealer {
  /**
   * Encrypts a value; only `open` with the same context decrypts it.
   *
   * @param value any value that JSON can represent
   * @param context owner of the secret, such as a job's id: a text that is copied elsewhere does not open
   */
  seal(value: unknown, context: string): string;
  /** @throws SealError when the text is damaged, belongs to another context, or its key is not configured */
  open(text: string, context: string): unknown;
  /** Whether a text was sealed with the present key. */
  isCurrent(text: string): boolean;
}

/** A sealed text that cannot be opened; the message reveals nothing of its content. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/**
 * Creates a sealer with AES-256-GCM, a random nonce per text and the context as associated data (NIST SP
 * 800-38D). Keys are derived by HKDF-SHA256 (RFC 5869). Format: `v1.<key id>.<base64url of nonce, ciphertext
 * and tag>`.
 *
 * @param secrets random keys of at least 32 bytes: the first one seals, all open. To rotate, prepend a new
 * key and keep the old one while texts sealed with it exist
 */
export function createSealer(secrets: readonly Uint8Array[]): Sealer {
  const keys = secrets.map((secret) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', 'sheaf sealed text', keyBytes));
    const id = createHash('sha256').update('sheaf key id').update(key).digest().subarray(0, keyIdBytes);
    return { id: id.toString('base64url'), key };
  });
  const [sealing] = keys;
  if (sealing === undefined) throw new Error('a sealer needs a key');

  return {
    seal(value, context) {
      const nonce = randomBytes(nonceBytes);
      const head = `${version}.${sealing.id}`;
      const cipher = createCipheriv(algorithm, sealing.key, nonce, { authTagLength: tagBytes });
      cipher.setAAD(associatedData(head, context));
      const sealed = Buffer.concat([nonce, cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
      return `${head}.${Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')}`;
    },

    open(text, context) {
      const [form, id, body = '', ...rest] = text.split('.');
      const found = keys.find((key) => key.id === id);
      if (form !== version || rest.length > 0) throw new SealError('This is not a sealed text.');
      if (found === undefined) throw new SealError('The text was sealed with a key that is not configured.');
      const bytes = Buffer.from(body, 'base64url');
      if (bytes.length < nonceBytes + tagBytes) throw new SealError('The sealed text is too short.');
      const decipher = createDecipheriv(algorithm, found.key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      });
      decipher.setAAD(associatedData(`${version}.${found.id}`, context));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const opened = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return JSON.parse(Buffer.concat(opened).toString('utf8')) as unknown;
      } catch {
        throw new SealError('The sealed text was changed or belongs elsewhere.');
      }
    },

    isCurrent: (text) => text.startsWith(`${version}.${sealing.id}.`),
  };
}

/**
 * The configured keys for `createSealer`. `SIGNING_KEY` is the last present key, so that separate keys can be
 * added later. Former keys only open.
 */
export function sealingKeys(
  config: Pick<Config, 'CREDENTIALS_KEYS' | 'SIGNING_KEY'> & Partial<Pick<ResealKeys, 'FORMER_KEYS'>>,
): Buffer[] {
  const { CREDENTIALS_KEYS, SIGNING_KEY, FORMER_KEYS = [] } = config;
  return [...CREDENTIALS_KEYS, SIGNING_KEY, ...FORMER_KEYS].map((text) => Buffer.from(text, 'base64'));
}

function associatedData(head: string, context: string): Buffer {
  return Buffer.from(`${head}\n${context}`);
}
