import { Context } from '@temporalio/activity';
import { type Activities } from '../src/domain/activities';
import { parseBlobs, parseJobTtlMs } from '../src/domain/parse-job';
import { uploadBlobs } from '../src/domain/upload';
import { type ActivityDeps } from './deps';

const rowsPerBatchMax = 200;

/** Removes what has expired. Blobs go before the row that names them, so that a crash leaves nothing unnamed. */
export function createRetention(
  deps: ActivityDeps,
): Pick<Activities, 'removeExpiredUploads' | 'removeExpiredJobs'> {
  const { blobs, parseJobs, uploads } = deps;

  return {
    async removeExpiredUploads() {
      const ids = await uploads.listExpired(rowsPerBatchMax);
      for (const uploadId of ids) {
        Context.current().heartbeat(uploadId);
        await blobs.deletePrefix(uploadBlobs(uploadId).prefix);
        await uploads.remove(uploadId);
      }
      return { removed: ids.length, more: ids.length === rowsPerBatchMax };
    },

    async removeExpiredJobs() {
      const now = new Date();
      const rows = await parseJobs.dueForPurge(now, rowsPerBatchMax);
      for (const { _id: jobId, completedAt } of rows) {
        Context.current().heartbeat(jobId);
        await blobs.deletePrefix(parseBlobs(jobId).prefix);
        const isOld = completedAt !== null && now.getTime() - completedAt.getTime() >= parseJobTtlMs;
        if (!isOld || !(await parseJobs.remove(jobId, now))) await parseJobs.noteFilesGone(jobId, now);
      }
      return { removed: rows.length, more: rows.length === rowsPerBatchMax };
    },
  };
}
