import { type SentSignature, signPath, verifyPath } from './signed-path';

/** A capability link, taken apart; what a client sent is not checked yet. */
export interface UploadLink extends SentSignature {
  uploadId: string;
}

/** Beginning of the path of upload links: for files of any use, and for the cases of evaluations. */
export type UploadFolder = '/u/' | '/u/evals/';

/**
 * Path and query of the link that takes an upload's bytes without an API key; see {@link signPath}. No id has a
 * slash.
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

/** Whether we signed exactly this link; see {@link verifyPath}. */
export function verifyUploadPath(
  signingKey: Uint8Array,
  { uploadId, ...sent }: UploadLink,
  folder: UploadFolder = '/u/',
): boolean {
  return verifyPath(signingKey, folder + uploadId, sent);
}
