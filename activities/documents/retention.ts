import { Context } from '@temporalio/activity';
import { type DocumentActivities } from '../../src/domain/documents/activities';
import { maskingReportBlobs } from '../../src/domain/documents/masking';
import { parseBlobs, parseJobTtlMs } from '../../src/domain/documents/parse-job';
import { queryBodyTtlMs } from '../../src/domain/documents/query-history';
import { beating } from '../attempt/beating';
import { type ActivityDeps } from '../deps';
import { oneByOne } from '../attempt/one-by-one';

const rowsPerBatchMax = 200;
const bodiesPerBatchMax = 1_000;

/**
 * Removes parse jobs, masking reports and bodies of queries that have expired. Blobs go before the row that names them, so
 * that a crash leaves nothing unnamed.
 */
export function createDocumentRetention(
  deps: Pick<ActivityDeps, 'blobs' | 'indexJobs' | 'jobFiles' | 'parseJobs' | 'queryBodies'>,
): Pick<DocumentActivities, 'removeExpiredJobs' | 'removeMaskingReports' | 'removeOldQueryBodies'> {
  const { blobs, indexJobs, jobFiles, parseJobs, queryBodies } = deps;

  return {
    async removeExpiredJobs() {
      const now = new Date();
      const rows = await parseJobs.dueForPurge(now, rowsPerBatchMax);
      const removed = await oneByOne(rows, async ({ _id: jobId, completedAt }) => {
        await blobs.deletePrefix(parseBlobs(jobId).prefix);
        const isOld = completedAt !== null && now.getTime() - completedAt.getTime() >= parseJobTtlMs;
        if (!isOld || !(await parseJobs.remove(jobId, now))) await parseJobs.noteFilesGone(jobId, now);
      });
      return { removed, more: rows.length === rowsPerBatchMax };
    },

    async removeMaskingReports() {
      const jobIds = await indexJobs.reportsDueForPurge(new Date(), rowsPerBatchMax);
      const removed = await oneByOne(jobIds, async (jobId) => {
        await blobs.deletePrefix(maskingReportBlobs(jobId).prefix);
        await jobFiles.forgetMasking(jobId);
        await indexJobs.noteReportPurged(jobId);
      });
      return { removed, more: jobIds.length === rowsPerBatchMax };
    },

    async removeOldQueryBodies() {
      // All workers go by one clock, Temporal's.
      const nowMs = Context.current().info.currentAttemptScheduledTimestampMs;
      const before = new Date(nowMs - queryBodyTtlMs);
      const removed = await beating(() => queryBodies.removeBefore(before, bodiesPerBatchMax));
      return { removed, more: removed === bodiesPerBatchMax };
    },
  };
}
