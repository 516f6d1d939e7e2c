import { type RemovedBatch } from '../../src/domain/platform/activities';
import { uploadBlobs, uploadBodyGraceMs } from '../../src/domain/platform/upload';
import { withHeartbeats } from '../attempt/with-heartbeats';
import { tryEach } from '../attempt/try-each';
import { type ActivityDeps } from '../deps';

const uploadsPerBatchMax = 200;
/** Age of an abandoned blob: longer than the arrival of any body. */
const abandonedAfterMs = uploadBodyGraceMs;

export type RetentionDeps = Pick<ActivityDeps, 'blobs' | 'uploads'>;

/**
 * Removes expired uploads and unfinished blobs. Blobs are removed before the row that names them, so that a
 * crash leaves no unnamed blobs.
 */
export async function removeExpiredUploads({ uploads, blobs }: RetentionDeps): Promise<RemovedBatch> {
  const ids = await uploads.listExpired(uploadsPerBatchMax);
  const removed = await tryEach(ids, async (uploadId) => {
    await blobs.deletePrefix(uploadBlobs(uploadId).prefix);
    await uploads.remove(uploadId);
  });
  return { removed, more: ids.length === uploadsPerBatchMax };
}

export async function removeAbandonedBlobs({ blobs }: RetentionDeps): Promise<{ removed: number }> {
  return { removed: await withHeartbeats(() => blobs.removeAbandoned(abandonedAfterMs)) };
}
