import { createHmac, timingSafeEqual } from 'node:crypto';

/** A signed link, taken apart; what a client sent is not checked yet. */
export interface BlobLink {
  key: string;
  /** Unix seconds, as text. */
  expires: string;
  /** Offered as the name of the download. */
  filename?: string | undefined;
  sig: string;
}

/**
 * Path and query of a link to a blob that works without an API key:
 * `/b/<key>?expires=<unix seconds>&sig=<base64url HMAC-SHA256(signingKey, key + "\n" + expires)>`. A file name, where there is
 * one, follows the expiry after another `"\n"`, so that nobody can put another one into our links.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 * @param key blob key; its characters need no escaping
 * @param expiresAtMs Unix milliseconds, rounded up to a second
 */
export function signBlobPath(
  signingKey: Uint8Array,
  key: string,
  expiresAtMs: number,
  filename?: string,
): string {
  const expires = String(Math.ceil(expiresAtMs / 1_000));
  const query = new URLSearchParams({
    expires,
    ...(filename === undefined ? {} : { filename }),
    sig: signature(signingKey, { key, expires, filename }).toString('base64url'),
  });
  return `/b/${key}?${query.toString()}`;
}

/** Whether we signed exactly this link; takes the same time for every wrong signature. It may have expired all the same. */
export function verifyBlobPath(signingKey: Uint8Array, link: BlobLink): boolean {
  // The signed text is split at line breaks: none may come in through the first two fields.
  if (link.key.includes('\n') || !/^\d+$/.test(link.expires)) return false;
  const sent = Buffer.from(link.sig, 'base64url');
  const own = signature(signingKey, link);
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(
  signingKey: Uint8Array,
  { key, expires, filename }: Pick<BlobLink, 'key' | 'expires' | 'filename'>,
): Buffer {
  const lines = filename === undefined ? [key, expires] : [key, expires, filename];
  return createHmac('sha256', signingKey).update(lines.join('\n')).digest();
}
