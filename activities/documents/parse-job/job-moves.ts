import { type ParseJobRef, type ParseJobClaim } from '../../../src/domain/documents/activities';
import { parseCredits } from '../../../src/domain/documents/billing';
import {
  parseBlobs,
  type ParseJobState,
  type ParseTotals,
  type ParseFailureCode,
} from '../../../src/domain/documents/parse-job';
import { type ParseJobEnd } from '../../../src/stores/documents/parse-jobs/parse-jobs';
import { type ActivityDeps } from '../../deps';
import { notRunning } from './failures';

export type ParseJobMovesDeps = Pick<ActivityDeps, 'blobs' | 'parseJobs'>;

export async function claimParseJob(
  { parseJobs }: ParseJobMovesDeps,
  { jobId }: ParseJobRef,
): Promise<ParseJobClaim | null> {
  const job = await parseJobs.claim(jobId);
  if (job === null) return null;
  const { includeTagsSummary: describe } = job.options;
  const isDocument = job.options.type === 'document';
  return { state: job.state, describe, ...(isDocument && { document: true }) };
}

export async function completeParseJob(
  { parseJobs }: ParseJobMovesDeps,
  { jobId, totals }: ParseJobRef & { totals: ParseTotals },
): Promise<void> {
  const creditsUsed = totals.document?.credits ?? parseCredits(totals.characters, totals.figures);
  const row = await parseJobs.end(jobId, { state: 'completed', creditsUsed });
  if (row?.state !== 'completed') throw notRunning(row?.state ?? null);
}

export function failParseJob(
  deps: ParseJobMovesDeps,
  { jobId, code, message }: ParseJobRef & { code: ParseFailureCode; message: string },
): Promise<ParseJobState | null> {
  return endWithout(deps, jobId, { state: 'failed', code, message });
}

export function cancelParseJob(
  deps: ParseJobMovesDeps,
  { jobId }: ParseJobRef,
): Promise<ParseJobState | null> {
  return endWithout(deps, jobId, { state: 'cancelled' });
}

/** Ends a job without a result. Its files are removed last, and only if it has none. */
async function endWithout(
  { blobs, parseJobs }: ParseJobMovesDeps,
  jobId: string,
  end: ParseJobEnd,
): Promise<ParseJobState | null> {
  const row = await parseJobs.end(jobId, end);
  if (row?.state === 'completed') return row.state;
  await blobs.deletePrefix(parseBlobs(jobId).prefix);
  await parseJobs.markFilesRemoved(jobId);
  return row?.state ?? null;
}
