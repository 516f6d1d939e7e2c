import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signature of a path from a client, not verified yet. */
export interface SentSignature {
  /** Unix seconds, as text. */
  expires: string;
  sig: string;
}

/**
 * Path and query of a link that works without an API key: `<path>?expires=<unix seconds>&sig=<base64url
 * HMAC-SHA256(signingKey, path + "\n" + expires)>`. A path begins with a slash, which no blob key does, so
 * that a link of one kind never verifies as another.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 * @param path path, with its own query if it has one
 */
export function signPath(signingKey: Uint8Array, path: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1_000));
  const sig = signature(signingKey, path, expires).toString('base64url');
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ expires, sig }).toString()}`;
}

/**
 * Whether the service has signed exactly this path; takes the same time for every wrong signature. Does not
 * check the expiry.
 */
export function verifyPath(signingKey: Uint8Array, path: string, { expires, sig }: SentSignature): boolean {
  if (!/^\d+$/.test(expires)) return false;
  const sent = Buffer.from(sig, 'base64url');
  const own = signature(signingKey, path, expires);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(signingKey: Uint8Array, path: string, expires: string): Buffer {
  return createHmac('sha256', signingKey).update(`${path}\n${expires}`).digest();
}
