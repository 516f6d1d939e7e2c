import { type ReportPlace } from '../../../src/services/documents/masking-reports/read-file';
import { type SentSignature, signPath, verifyPath } from '../../../src/signing/signed-path';

/** Path and query of a link to a report of a file, which works without an API key. */
export function signReportPath(signingKey: Uint8Array, place: ReportPlace, expiresAt: Date): string {
  return signPath(signingKey, pathOf(place), expiresAt);
}

/** Whether the service has signed exactly this link. Does not check the expiry. */
export function verifyReportPath(signingKey: Uint8Array, place: ReportPlace, sent: SentSignature): boolean {
  return verifyPath(signingKey, pathOf(place), sent);
}

function pathOf({ jobId, file, part, values }: ReportPlace): string {
  return `/r/${jobId}/${file}/${part}${values ? '?values=true' : ''}`;
}
