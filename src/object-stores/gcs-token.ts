import { createPrivateKey, createSign, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { ObjectStoreError } from './object-store';

const scope = 'https://www.googleapis.com/auth/devstorage.read_only';
const audience = 'https://oauth2.googleapis.com/token';
const lifetimeSeconds = 3_600;
const accountCharsMax = 16 * 1024;
const modulusBitsMax = 8_192;

/**
 * Fields that are used of a service account's key file. Addresses in it are not: its writer would choose
 * where we send a signed assertion.
 */
const accountSchema = z.object({
  type: z.literal('service_account'),
  client_email: z.email(),
  private_key: z.string(),
  private_key_id: z.string().optional(),
});

/** A service account that can sign. */
export interface ServiceAccount {
  email: string;
  keyId: string | undefined;
  key: KeyObject;
}

/** @throws ObjectStoreError `access_denied` for what is not the key file of a service account */
export function readServiceAccount(json: string): ServiceAccount {
  try {
    if (json.length > accountCharsMax) throw new Error('too long');
    const account = accountSchema.parse(JSON.parse(json));
    const key = createPrivateKey(account.private_key);
    const { modulusLength = Infinity } = key.asymmetricKeyDetails ?? {};
    if (key.asymmetricKeyType !== 'rsa' || modulusLength > modulusBitsMax) throw new Error('not an RSA key');
    return { email: account.client_email, keyId: account.private_key_id, key };
  } catch {
    // The cause would repeat parts of the file.
    throw new ObjectStoreError('access_denied', 'This is not the key file of a service account.');
  }
}

/**
 * The form that is exchanged for an access token: a signed claim to be the account (RFC 7523 section 2.1).
 */
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
