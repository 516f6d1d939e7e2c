import { type BatchCursor } from '../../../src/domain/platform/activities';
import { type ProductActivities } from '../../../src/domain/products/activities';
import { findStopped } from '../../attempt/find-stopped';
import { tryEach } from '../../attempt/try-each';
import { type ActivityDeps } from '../../deps';

const indexesPerBatchMax = 200;
const uploadsPerBatchMax = 50;

/** Signals the runs of indexes whose waiting live writes no run has taken. */
export async function sweepWrites(
  { jobs, writeBursts }: Pick<ActivityDeps, 'jobs' | 'writeBursts'>,
  { after }: BatchCursor,
): ReturnType<ProductActivities['sweepWrites']> {
  if (after === null) {
    const now = new Date();
    const makeDue = (ids: string[]) => writeBursts.makeDue(ids, now);
    await findStopped({ runs: jobs.writes, makeDue }, now);
  }
  const indexes = await writeBursts.overdue(after, indexesPerBatchMax);
  const woken = await tryEach(indexes, ({ _id: indexId, name: indexName, organizationId, environment }) =>
    jobs.writes.wake({ indexId, indexName, organizationId, environment }),
  );
  return { woken, after: indexes.length < indexesPerBatchMax ? null : indexes.at(-1)!._id };
}

/** Removes what interrupted uploads have left. */
export async function removeBrokenUploads({
  recordEntries,
  stagedUploads,
}: Pick<ActivityDeps, 'recordEntries' | 'stagedUploads'>): ReturnType<
  ProductActivities['removeBrokenUploads']
> {
  const broken = await stagedUploads.giveUp(uploadsPerBatchMax);
  const removed = await tryEach(broken, async ({ uploadId, isLast }) => {
    await recordEntries.removeUpload(uploadId);
    if (isLast) await stagedUploads.remove(uploadId);
  });
  return { removed, more: broken.length === uploadsPerBatchMax };
}
