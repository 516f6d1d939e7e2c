import { Context } from '@temporalio/activity';
import { maskingReportBlobs } from '../../src/domain/documents/masking';
import { parseBlobs, parseJobTtlMs } from '../../src/domain/documents/parse-job';
import { queryBodyTtlMs } from '../../src/domain/documents/query-history';
import { withHeartbeats } from '../attempt/with-heartbeats';
import { type ActivityDeps } from '../deps';
import { tryEach } from '../attempt/try-each';
import { type RemovedBatch } from '../../src/domain/platform/activities';

const rowsPerBatchMax = 200;
const bodiesPerBatchMax = 1_000;

export type RetentionDeps = Pick<
  ActivityDeps,
  'blobs' | 'indexJobs' | 'jobFiles' | 'parseJobs' | 'queryBodies'
>;

/**
 * Removes expired parse jobs, masking reports and bodies of queries. Blobs are removed before the row that
 * names them, so that a crash leaves no unnamed blobs.
 */
export async function removeExpiredJobs({ parseJobs, blobs }: RetentionDeps): Promise<RemovedBatch> {
  const now = new Date();
  const rows = await parseJobs.dueForPurge(now, rowsPerBatchMax);
  const removed = await tryEach(rows, async ({ _id: jobId, completedAt }) => {
    await blobs.deletePrefix(parseBlobs(jobId).prefix);
    const isOld = completedAt !== null && now.getTime() - completedAt.getTime() >= parseJobTtlMs;
    if (!isOld || !(await parseJobs.remove(jobId, now))) await parseJobs.markFilesRemoved(jobId, now);
  });
  return { removed, more: rows.length === rowsPerBatchMax };
}

export async function removeMaskingReports({
  indexJobs,
  blobs,
  jobFiles,
}: RetentionDeps): Promise<RemovedBatch> {
  const jobIds = await indexJobs.reportsDueForPurge(new Date(), rowsPerBatchMax);
  const removed = await tryEach(jobIds, async (jobId) => {
    await blobs.deletePrefix(maskingReportBlobs(jobId).prefix);
    await jobFiles.forgetMasking(jobId);
    await indexJobs.markReportPurged(jobId);
  });
  return { removed, more: jobIds.length === rowsPerBatchMax };
}

export async function removeOldQueryBodies({ queryBodies }: RetentionDeps): Promise<RemovedBatch> {
  // All workers use one clock, Temporal's.
  const nowMs = Context.current().info.currentAttemptScheduledTimestampMs;
  const before = new Date(nowMs - queryBodyTtlMs);
  const removed = await withHeartbeats(() => queryBodies.removeBefore(before, bodiesPerBatchMax));
  return { removed, more: removed === bodiesPerBatchMax };
}
