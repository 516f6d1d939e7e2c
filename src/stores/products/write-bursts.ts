import { type Db } from 'mongodb';
import { type JobStage, type JobWarning, type StageName } from '../../domain/products/product-job';
import { createJobRows, type JobRowsDeps } from '../../job-rows/job-rows';
import { readInBatches } from '../mongo/read-in-batches';
import { burstCheckAfterMs } from './live-writes';
import { type ProductIndexRow, type WriteBurst } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type ProductJobRow, writeBurstKind } from './product-job-kind';
import { makeDue } from '../mongo/row-checks';

/** A burst that is being applied, and the index at the time at which it was taken. */
export interface TakenBurst {
  burst: WriteBurst;
  index: ProductIndexRow;
}

export interface AppliedBurst {
  /** Number of written records. */
  records: number;
  /** Builds in which searches see the writes, with their present numbers of records. */
  shown: readonly { buildId: string; records: number }[];
  /** Whether a written build has vectors. */
  hasVectors: boolean;
  warnings: JobWarning[];
}

/** Why the stage `embed` is skipped. */
const embedReason = 'no build of the index has vectors';

/** Expression for whether entries of the index wait to be folded. */
const foldWaits = { $ne: [{ $type: '$foldAfter' }, 'missing'] };

/** Creates the store of bursts of live writes. One is applied at a time; later writes form the next one. */
export function createWriteBurstStore(
  db: Db,
  { clock = () => new Date(), ...deps }: JobRowsDeps & { clock?: () => Date },
) {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const jobs = createJobRows<ProductJobRow>(db, writeBurstKind, deps);
  const read = readInBatches(indexes);

  /** Makes the waiting burst the next one. @param changes further fields of the index's row */
  async function release(
    indexId: string,
    { jobId, seqTo }: Pick<WriteBurst, 'jobId' | 'seqTo'>,
    changes: { served?: unknown } = {},
  ): Promise<void> {
    const checkAt = { $cond: [{ $or: ['$burst', foldWaits] }, '$checkAt', '$$REMOVE'] };
    await indexes.updateOne({ _id: indexId, 'applying.jobId': jobId }, [
      { $set: { applying: null, appliedThrough: seqTo, ...changes, checkAt } },
    ]);
  }

  return {
    /**
     * Takes the burst that an earlier attempt has begun, otherwise the waiting one. Null without a burst or
     * index.
     */
    async take(indexId: string): Promise<TakenBurst | null> {
      const index = await indexes.findOneAndUpdate(
        { _id: indexId, isDeleting: false, $or: [{ applying: { $ne: null } }, { burst: { $ne: null } }] },
        [
          {
            $set: {
              applying: { $ifNull: ['$applying', '$burst'] },
              burst: { $cond: ['$applying', '$burst', null] },
              checkAt: { $add: ['$$NOW', burstCheckAfterMs] },
            },
          },
        ],
        { returnDocument: 'after' },
      );
      return index === null ? null : { burst: index.applying!, index };
    },

    /** Records that the burst is being applied. */
    async begin({ jobId, seqFrom, seqTo }: WriteBurst): Promise<void> {
      const now = clock();
      const stages = stagesAt('upsert', { records: null, hasVectors: true }, now);
      await jobs.claim(jobId, { set: { seqFrom, seqTo, stages }, now });
    },

    /** Ends the burst: every build contains its writes. A burst that is not being applied stays unchanged. */
    async finish(indexId: string, { jobId, seqTo }: WriteBurst, applied: AppliedBurst): Promise<void> {
      const now = clock();
      const { records, shown, hasVectors, warnings } = applied;
      await jobs.end(jobId, {
        state: 'succeeded',
        expressions: {
          records,
          warnings: { $literal: warnings },
          stages: stagesAt(null, { records, hasVectors }, now),
        },
        now,
      });
      const served = shown.reduce<unknown>(
        (before, { buildId, records: held }) => ({
          $cond: [
            { $eq: ['$served.buildId', buildId] },
            { $mergeObjects: ['$served', { records: held, appliedThrough: seqTo }] },
            before,
          ],
        }),
        '$served',
      );
      await release(indexId, { jobId, seqTo }, { served });
    },

    /**
     * Ends the burst as failed: the search engine refuses its writes. They stay in the log, so that the next
     * build contains them; later bursts continue. A burst that is not being applied stays unchanged.
     *
     * @param error sentence for the owner of the index
     */
    async fail(indexId: string, burst: WriteBurst, error: string): Promise<void> {
      const now = clock();
      await jobs.end(burst.jobId, {
        state: 'failed',
        set: {
          error,
          errorCode: 'ENGINE_ERROR',
          'stages.$[stage].status': 'failed',
          'stages.$[stage].finishedAt': now.getTime(),
        },
        arrayFilters: [{ 'stage.status': 'running' }],
        now,
      });
      await release(indexId, burst);
    },

    /**
     * Number of the last applied live write; null when the index is deleted. Concurrent calls share a read.
     */
    async appliedThrough(indexId: string): Promise<number | null> {
      const index = await read(indexId);
      return index === null || index.isDeleting ? null : index.appliedThrough;
    },

    /** Makes indexes with waiting writes due for the sweep now. */
    makeDue: (indexIds: readonly string[], now: Date): Promise<void> => makeDue(indexes, indexIds, now),

    /** Indexes whose writes have waited to be applied or folded for longer than a working run allows. */
    async overdue(after: string | null, limit: number): Promise<ProductIndexRow[]> {
      const filter = { checkAt: { $lte: clock() }, ...(after === null ? {} : { _id: { $gt: after } }) };
      return indexes.find(filter).sort({ _id: 1 }).limit(limit).toArray();
    },
  };
}

/**
 * Stages of a burst, as pipeline expressions.
 *
 * @param running running stage; null when all are done
 * @param written.records number of written records; null while they are being written
 */
function stagesAt(
  running: StageName | null,
  { records, hasVectors }: { records: number | null; hasVectors: boolean },
  now: Date,
) {
  const ms = now.getTime();
  const begun = { $ifNull: [{ $arrayElemAt: ['$stages.startedAt', 0] }, ms] };
  const stage = (name: StageName, change: Partial<Record<keyof JobStage, unknown>>) => ({
    name,
    status: 'done',
    count: records,
    of: records,
    items: null,
    startedAt: begun,
    finishedAt: ms,
    reason: null,
    ...change,
  });
  const later = { startedAt: null, finishedAt: null };
  return [
    stage('validate', {}),
    stage('embed', hasVectors ? {} : { ...later, status: 'skipped', reason: embedReason }),
    stage('upsert', running === null ? {} : { status: 'running', finishedAt: null }),
    stage('refresh', running === null ? {} : { status: 'queued', ...later }),
  ];
}
