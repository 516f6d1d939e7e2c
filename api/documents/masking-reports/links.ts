import { type MaskingReportPart } from '../../../src/domain/documents/masking';
import { type SentSignature, signPath, verifyPath } from '../../../src/signing/signed-path';

/** Report of a file that a link leads to. */
export interface ReportPlace {
  jobId: string;
  file: number;
  part: MaskingReportPart;
  /** Adds the masked values. */
  values: boolean;
}

/** Path and query of a link to a report of a file, which works without an API key. */
export function signReportPath(signingKey: Uint8Array, place: ReportPlace, expiresAt: Date): string {
  return signPath(signingKey, pathOf(place), expiresAt);
}

/** Whether we signed exactly this link. It may have expired all the same. */
export function verifyReportPath(signingKey: Uint8Array, place: ReportPlace, sent: SentSignature): boolean {
  return verifyPath(signingKey, pathOf(place), sent);
}

function pathOf({ jobId, file, part, values }: ReportPlace): string {
  return `/r/${jobId}/${file}/${part}${values ? '?values=true' : ''}`;
}
