import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const folderKeyBytes = 32;

/** The parts of a signed link, not verified yet. */
export interface BlobLink {
  key: string;
  /** Unix seconds, as text. */
  expires: string;
  /** File name of the download. */
  filename?: string | undefined;
  sig: string;
}

/**
 * Path and query of a link to a blob that works without an API key: `/b/<key>?expires=<unix
 * seconds>&sig=<base64url HMAC-SHA256(signingKey, key + "\n" + expires)>`. A file name, if any, is signed
 * after the expiry and another `"\n"`, so that it cannot be replaced.
 *
 * @param signingKey the decoded `SIGNING_KEY`, or the key of the folder that the blob is directly in
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

/**
 * Derives the key that signs links to blobs directly in one folder. It is for code that must not hold the
 * signing key, which cannot be computed from it: HKDF-SHA256 (RFC 5869) with the folder as info.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 * @param folder prefix of blob keys, last slash included
 * @returns 32 bytes in a buffer of their own, so that a transfer to another thread copies no other bytes
 */
export function blobFolderKey(signingKey: Uint8Array, folder: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', signingKey, '', `sheaf blob folder\n${folder}`, folderKeyBytes));
}

/**
 * Whether exactly this link was signed, by the signing key or by the key of the blob's folder. Takes the same
 * time for every wrong signature. Does not check the expiry.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function verifyBlobPath(signingKey: Uint8Array, link: BlobLink): boolean {
  // Line breaks separate the signed fields: the first two must not contain any.
  if (link.key.includes('\n') || !/^\d+$/.test(link.expires)) return false;
  const sent = Buffer.from(link.sig, 'base64url');
  const folder = link.key.slice(0, link.key.lastIndexOf('/') + 1);
  const valid = [signingKey, blobFolderKey(signingKey, folder)].map((key) =>
    isEqual(signature(key, link), sent),
  );
  return valid.includes(true);
}

function isEqual(own: Buffer, sent: Buffer): boolean {
  return sent.length === own.length && timingSafeEqual(sent, own);
}

function signature(
  signingKey: Uint8Array,
  { key, expires, filename }: Pick<BlobLink, 'key' | 'expires' | 'filename'>,
): Buffer {
  const lines = filename === undefined ? [key, expires] : [key, expires, filename];
  return createHmac('sha256', signingKey).update(lines.join('\n')).digest();
}
