import { Context } from '@temporalio/activity';
import { type DocumentActivities } from '../../src/domain/documents/activities';
import { type PlatformActivities } from '../../src/domain/platform/activities';
import { parseBlobs, parseJobTtlMs } from '../../src/domain/documents/parse-job';
import { queryBodyTtlMs } from '../../src/domain/documents/query-history';
import { uploadBlobs, uploadBodyGraceMs } from '../../src/domain/platform/upload';
import { beating } from '../attempt/beating';
import { type ActivityDeps } from '../deps';
import { oneByOne } from '../attempt/one-by-one';

const rowsPerBatchMax = 200;
const bodiesPerBatchMax = 1_000;
/** Longer than any body takes to arrive. */
const abandonedAfterMs = uploadBodyGraceMs;

type Removals =
  'removeExpiredUploads' | 'removeExpiredJobs' | 'removeOldQueryBodies' | 'removeAbandonedBlobs';

/** Removes what has expired. Blobs go before the row that names them, so that a crash leaves nothing unnamed. */
export function createRetention(
  deps: Pick<ActivityDeps, 'blobs' | 'parseJobs' | 'queryBodies' | 'uploads'>,
): Pick<DocumentActivities & PlatformActivities, Removals> {
  const { blobs, parseJobs, queryBodies, uploads } = deps;

  return {
    async removeExpiredUploads() {
      const ids = await uploads.listExpired(rowsPerBatchMax);
      const removed = await oneByOne(ids, async (uploadId) => {
        await blobs.deletePrefix(uploadBlobs(uploadId).prefix);
        await uploads.remove(uploadId);
      });
      return { removed, more: ids.length === rowsPerBatchMax };
    },

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

    async removeOldQueryBodies() {
      // One clock for all workers, which is Temporal's.
      const nowMs = Context.current().info.currentAttemptScheduledTimestampMs;
      const before = new Date(nowMs - queryBodyTtlMs);
      const removed = await beating(() => queryBodies.removeBefore(before, bodiesPerBatchMax));
      return { removed, more: removed === bodiesPerBatchMax };
    },

    async removeAbandonedBlobs() {
      return { removed: await beating(() => blobs.removeAbandoned(abandonedAfterMs)) };
    },
  };
}
