import { createHmac, timingSafeEqual } from 'node:crypto';

/** A capability link, taken apart; what a client sent is not checked yet. */
export interface UploadLink {
  uploadId: string;
  /** Unix seconds, as text. */
  expires: string;
  sig: string;
}

/**
 * Path and query of the link that takes an upload's bytes without an API key:
 * `/u/<id>?expires=<unix seconds>&sig=<base64url HMAC-SHA256(signingKey, "/u/" + id + "\n" + expires)>`. No blob key begins
 * with a slash, so that a link of one kind never verifies as the other.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function signUploadPath(signingKey: Uint8Array, uploadId: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1_000));
  const sig = signature(signingKey, uploadId, expires).toString('base64url');
  return `/u/${uploadId}?${new URLSearchParams({ expires, sig }).toString()}`;
}

/** Whether we signed exactly this link; takes the same time for every wrong signature. It may have expired all the same. */
export function verifyUploadPath(signingKey: Uint8Array, { uploadId, expires, sig }: UploadLink): boolean {
  if (!/^\d+$/.test(expires)) return false;
  const sent = Buffer.from(sig, 'base64url');
  const own = signature(signingKey, uploadId, expires);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(signingKey: Uint8Array, uploadId: string, expires: string): Buffer {
  return createHmac('sha256', signingKey).update(`/u/${uploadId}\n${expires}`).digest();
}
