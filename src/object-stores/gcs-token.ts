import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ObjectStoreError } from './object-store';

const scope = 'https://www.googleapis.com/auth/devstorage.read_only';
const audience = 'https://oauth2.googleapis.com/token';
const lifetimeSeconds = 3_600;
const accountCharsMax = 16 * 1024;
const modulusBitsMax = 8_192;

/**
 * The used fields of a service account's key file. Its addresses are ignored, since the file's author would
 * choose where a signed assertion is sent.
 */
const accountSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
});

/** A service account with its signing key. */
export interface ServiceAccount {
  email: string;
  keyId: string | undefined;
  key: KeyObject;
}

/** Parses a key file. @throws ObjectStoreError `access_denied` unless it belongs to a service account */
export function readServiceAccount(json: string): ServiceAccount {
  try {
    if (json.length > accountCharsMax) throw new Error('too long');
    const account = accountSchema.parse(JSON.parse(json));
    const key = createPrivateKey(account.private_key);
    const { modulusLength = Infinity } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa' || modulusLength > modulusBitsMax) throw new Error('not an RSA key');
    return { email: account.client_email, keyId: account.private_key_id, key };
  } catch {
    // The cause could repeat parts of the file.
    throw new ObjectStoreError('access_denied', 'This is not the key file of a service account.');
  }
}

/** The form to exchange for an access token, with a signed assertion (RFC 7523 section 2.1). */
export function tokenRequest({ email, keyId, key }: ServiceAccount, now: Date): string {
  const issuedAt = Math.floor(now.getTime() / 1_000);
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId === undefined ? {} : { kid: keyId }) };
  const claims = { iss: email, scope, aud: audience, iat: issuedAt, exp: issuedAt + lifetimeSeconds };
  const content = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = createSign('RSA-SHA256').update(content).sign(key, 'base64url');
  return new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: `${content}.${signature}`,
  }).toString();
}
