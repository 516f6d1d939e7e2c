import { type ClientSession, type Db, type Document } from 'mongodb';
import { ID_PREFIX } from '../../domain/platform/ids';
import { newId } from '../mongo/new-id';
import { joinBurst, writeJob } from './live-writes';
import { foldAll } from './fold-request';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type ProductJobRow } from './product-job-kind';
import { productJobIndexes } from './product-jobs';
import { type ProductWriteContext } from './write-context';

/** The job that applies a clear, and its number; null when the index is deleted or being deleted. */
export type ClearOutcome = { jobId: string; isFirst: boolean; seq: number } | null;

/** Expression for a build whose view begins after the number of the clear. */
const cleared = (build: 'served' | 'former' | 'building', seq: Document): Document => ({
  $cond: [
    `$${build}`,
    {
      $mergeObjects: [`$${build}`, { view: { $mergeObjects: [`$${build}.view`, { voidThrough: seq }] } }],
    },
    null,
  ],
});

/**
 * Clears an index: one number voids every earlier staged upload and record, in each view. It is applied in
 * order among the live writes.
 *
 * @param reservedId id that the `Idempotency-Key` of the request has reserved: with it the index is cleared
 * once
 */
export function clearRecords(
  ctx: ProductWriteContext,
  indexId: string,
  reservedId: string | null = null,
): Promise<ClearOutcome> {
  return ctx.transact(indexId, (session) => clearOnce(ctx, session, indexId, reservedId));
}

async function clearOnce(
  ctx: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  reservedId: string | null,
): Promise<ClearOutcome> {
  if (reservedId === null) return clear(ctx.db, session, indexId);
  const former = (await ctx.keyedWrites.find(session, [reservedId])).get(reservedId);
  if (former !== undefined) return { jobId: former.jobId, isFirst: true, seq: former.seqs[0]! };
  const outcome = await clear(ctx.db, session, indexId);
  if (outcome !== null)
    await ctx.keyedWrites.insert(session, [{ _id: reservedId, jobId: outcome.jobId, seqs: [outcome.seq] }]);
  return outcome;
}

async function clear(db: Db, session: ClientSession, indexId: string): Promise<ClearOutcome> {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const jobs = db.collection<ProductJobRow>(productJobIndexes.collection);
  const jobId = newId(ID_PREFIX.productJob);
  const seq = { $add: ['$sequence', 1] };
  const index = await indexes.findOneAndUpdate(
    { _id: indexId, isDeleting: false },
    [
      {
        $set: {
          ...joinBurst(jobId, 1),
          voidThrough: seq,
          replaceFrom: 0,
          staged: 0,
          commits: { $add: ['$commits', 1] },
          ...foldAll(),
          served: cleared('served', seq),
          former: cleared('former', seq),
          building: cleared('building', seq),
        },
      },
    ],
    { session, returnDocument: 'after' },
  );
  if (index === null) return null;
  const { burst, sequence } = index;
  const isFirst = burst!.jobId === jobId;
  if (isFirst) await jobs.insertOne(writeJob(index, burst!), { session });
  return { jobId: burst!.jobId, isFirst, seq: sequence };
}
