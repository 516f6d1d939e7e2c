import { type ClientSession, type Db } from 'mongodb';
import { changeNames } from './name-changes';
import { type ProductAliasRow, productAliasIndexes } from './product-aliases';
import { type HoldingJob, type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { productJobIndexes } from './product-jobs';
import { type ProductWriteContext } from './write-context';
import { afterBuild } from './build-hold';
import { type NewProductJob, newProductJob, type ProductJobRow } from './product-job-kind';

/** Outcome of an acceptance: the job and its index, or why there is none. */
export type JobAcceptance =
  | { outcome: 'accepted'; job: ProductJobRow; index: ProductIndexRow }
  /** Another job has the index. */
  | { outcome: 'held'; holder: HoldingJob }
  /** Aliases with these names point at the index, which is not deleted then. */
  | { outcome: 'aliased'; aliases: string[] }
  /** The index is gone, or is being deleted. */
  | { outcome: 'gone' };

export interface AcceptanceOptions {
  /** A deletion removes the aliases of the index; default false. */
  detachesAliases?: boolean;
  /** Id of the job that has the index and hands it over; default none. */
  follows?: string | null;
}

/**
 * Accepts a job that needs an index for itself: the job's row and the hold on the index are written together.
 * A job with the same id, under way or over, is accepted again. A build or import whose job has ended no
 * longer keeps the index, though its run may still be cleaning up; an import hands the index over to the
 * build that follows it, without a moment in which another job could have it. A deletion removes the aliases
 * of its index where that is wanted, and is not accepted while there are others.
 */
export async function acceptProductJob(
  ctx: ProductWriteContext,
  job: NewProductJob,
  options: AcceptanceOptions = {},
): Promise<JobAcceptance> {
  const { db } = ctx;
  if (job.type === 'index.delete')
    return changeNames(ctx, job, (session) => accept(db, session, job, options));
  return db.client.withSession((session) => session.withTransaction(() => accept(db, session, job, options)));
}

const jobsOf = (db: Db) => db.collection<ProductJobRow>(productJobIndexes.collection);

async function accept(
  db: Db,
  session: ClientSession,
  job: NewProductJob,
  { detachesAliases = false, follows = null }: AcceptanceOptions,
): Promise<JobAcceptance> {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const row = newProductJob(job);
  const isDeletion = row.type === 'index.delete';
  const holder: HoldingJob = { jobId: row._id, type: row.type as HoldingJob['type'] };
  const before = await indexes.findOne({ _id: row.indexId }, { session });
  if (before === null) return { outcome: 'gone' };
  const known = await jobsOf(db).findOne({ _id: row._id }, { session });
  if (known !== null) return { outcome: 'accepted', job: known, index: before };
  // A deletion that has failed may be asked for again.
  if (before.isDeleting && !(isDeletion && before.holder === null)) return { outcome: 'gone' };
  const former = before.holder === null ? null : await endedJob(db, session, before.holder);
  // A deletion takes the index from the job that has it.
  const isHandedOver = before.holder?.jobId === follows;
  if (before.holder !== null && former === null && !isHandedOver && !isDeletion)
    return { outcome: 'held', holder: before.holder };
  const kept = isDeletion ? await detach(db, session, row.indexId, detachesAliases) : [];
  if (kept.length > 0) return { outcome: 'aliased', aliases: kept };
  const index = await indexes.findOneAndUpdate(
    { _id: row.indexId },
    {
      $set: {
        holder,
        ...(isDeletion ? { isDeleting: true } : {}),
        ...(former?.type === 'index.build' ? afterBuild(former) : {}),
      },
    },
    { session, returnDocument: 'after' },
  );
  await jobsOf(db).insertOne(row, { session });
  return { outcome: 'accepted', job: row, index: index! };
}

/**
 * The build or import that has the index and is over, null while it runs. Its run cleans up behind itself.
 */
async function endedJob(
  db: Db,
  session: ClientSession,
  { jobId, type }: HoldingJob,
): Promise<ProductJobRow | null> {
  if (type === 'index.delete') return null;
  return jobsOf(db).findOne({ _id: jobId, finishedAt: { $ne: null } }, { session });
}

/** Removes the aliases of an index, where that is wanted. Answers the names of those that stay. */
async function detach(db: Db, session: ClientSession, indexId: string, isWanted: boolean): Promise<string[]> {
  const aliases = db.collection<ProductAliasRow>(productAliasIndexes.collection);
  const found = await aliases.find({ indexId }, { session }).sort({ name: 1 }).toArray();
  if (!isWanted) return found.map(({ name }) => name);
  await aliases.deleteMany({ indexId }, { session });
  return [];
}
