import { createHmac, timingSafeEqual } from 'node:crypto';

/** A capability link, taken apart; what a client sent is not checked yet. */
export interface UploadLink {
  uploadId: string;
  /** Unix seconds, as text. */
  expires: string;
  sig: string;
}

/** Beginning of the path of upload links: for files of any use, and for the cases of evaluations. */
export type UploadFolder = '/u/' | '/u/evals/';

/**
 * Path and query of the link that takes an upload's bytes without an API key: `/u/<id>?expires=<unix
 * seconds>&sig=<base64url HMAC-SHA256(signingKey, "/u/" + id + "\n" + expires)>`. No blob key begins with a
 * slash and no id has one, so that a link of one kind never verifies as another.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function signUploadPath(
  signingKey: Uint8Array,
  uploadId: string,
  expiresAt: Date,
  folder: UploadFolder = '/u/',
): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1_000));
  const sig = signature(signingKey, folder + uploadId, expires).toString('base64url');
  return `${folder}${uploadId}?${new URLSearchParams({ expires, sig }).toString()}`;
}

/**
 * Whether we signed exactly this link; takes the same time for every wrong signature. It may have expired all
 * the same.
 */
export function verifyUploadPath(
  signingKey: Uint8Array,
  { uploadId, expires, sig }: UploadLink,
  folder: UploadFolder = '/u/',
): boolean {
  if (!/^\d+$/.test(expires)) return false;
  const sent = Buffer.from(sig, 'base64url');
  const own = signature(signingKey, folder + uploadId, expires);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(signingKey: Uint8Array, path: string, expires: string): Buffer {
  return createHmac('sha256', signingKey).update(`${path}\n${expires}`).digest();
}
