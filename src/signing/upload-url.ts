import { type SentSignature, signPath, verifyPath } from './signed-path';

/** The parts of an upload link, not verified yet. */
export interface UploadLink extends SentSignature {
  uploadId: string;
}

/** Prefix of the path of upload links: for general files, and for the cases of evaluations. */
export type UploadFolder = '/u/' | '/u/evals/';

/**
 * Path and query of the link that accepts an upload's bytes without an API key; see {@link signPath}. Ids
 * contain no slash.
 *
 * @param signingKey the decoded `SIGNING_KEY`
 */
export function signUploadPath(
  signingKey: Uint8Array,
  uploadId: string,
  expiresAt: Date,
  folder: UploadFolder = '/u/',
): string {
  return signPath(signingKey, folder + uploadId, expiresAt);
}

/** Whether the service has signed exactly this link; see {@link verifyPath}. */
export function verifyUploadPath(
  signingKey: Uint8Array,
  { uploadId, ...sent }: UploadLink,
  folder: UploadFolder = '/u/',
): boolean {
  return verifyPath(signingKey, folder + uploadId, sent);
}
