import { randomBytes } from 'node:crypto';

const secretPrefix = 'whsec_';
const secretBytes = 32;

/** A new signing secret in the form of Standard Webhooks: `whsec_` and base64 of 32 random bytes. */
export function newWebhookSecret(): string {
  return secretPrefix + randomBytes(secretBytes).toString('base64');
}

/** The HMAC key in a secret. */
export function webhookKey(secret: string): Buffer {
  return Buffer.from(secret.slice(secretPrefix.length), 'base64');
}
