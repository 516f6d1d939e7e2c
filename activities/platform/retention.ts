import { type RemovedBatch } from '../../src/domain/platform/activities';
import { uploadBlobs, uploadBodyGraceMs } from '../../src/domain/platform/upload';
import { beating } from '../attempt/beating';
import { oneByOne } from '../attempt/one-by-one';
import { type ActivityDeps } from '../deps';

const uploadsPerBatchMax = 200;
/** Longer than any body takes to arrive. */
const abandonedAfterMs = uploadBodyGraceMs;

export type RetentionDeps = Pick<ActivityDeps, 'blobs' | 'uploads'>;

/**
 * Removes uploads that have expired and unfinished blobs. Blobs go before the row that names them, so that a
 * crash leaves nothing unnamed.
 */
export async function removeExpiredUploads({ uploads, blobs }: RetentionDeps): Promise<RemovedBatch> {
  const ids = await uploads.listExpired(uploadsPerBatchMax);
  const removed = await oneByOne(ids, async (uploadId) => {
    await blobs.deletePrefix(uploadBlobs(uploadId).prefix);
    await uploads.remove(uploadId);
  });
  return { removed, more: ids.length === uploadsPerBatchMax };
}

export async function removeAbandonedBlobs({ blobs }: RetentionDeps): Promise<{ removed: number }> {
  return { removed: await beating(() => blobs.removeAbandoned(abandonedAfterMs)) };
}
