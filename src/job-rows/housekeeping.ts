import { type Collection, type Document, type Filter } from 'mongodb';
import { rowChecks } from '../stores/mongo/row-checks';
import { type JobKind, type JobRow } from './job-kind';

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
export function createHousekeeping<Row extends JobRow, Read extends JobRow>(
  rows: Collection<Row>,
  { expiry }: Pick<JobKind<Row>, 'expiry'>,
  projection: Document,
) {
  const isExpired = (now: Date) => (expiry === null ? { _id: null } : { [expiry.field]: { $lte: now } });

  /** Final jobs whose time is over, those that expired first. @param options.where further conditions */
  function dueForPurge<Due extends Document = Pick<Row, '_id'>>(
    now: Date,
    limit: number,
    { where = {}, projection: shown = { _id: 1 } }: { where?: Document; projection?: Document } = {},
  ): Promise<Due[]> {
    return rows
      .find<Due>({ ...isExpired(now), ...where } as unknown as Filter<Row>, { projection: shown })
      .sort(expiry === null ? {} : { [expiry.field]: 1 })
      .limit(limit)
      .toArray();
  }

  /**
   * Forgets a job whose time is over. False when it is not, or where the sweep has still to settle the job.
   */
  async function remove(jobId: string, now: Date): Promise<boolean> {
    const settled = { _id: jobId, ...isExpired(now), checkAt: { $exists: false } };
    const { deletedCount } = await rows.deleteOne(settled as unknown as Filter<Row>);
    return deletedCount === 1;
  }

  /** Ids, among these, of jobs that may still hold credits or a place. */
  async function withOpenHolds(jobIds: readonly string[]): Promise<Set<string>> {
    const open = { _id: { $in: [...jobIds] }, checkAt: { $exists: true } };
    const found = await rows.find(open as unknown as Filter<Row>, { projection: { _id: 1 } }).toArray();
    return new Set(found.map((row) => row._id as string));
  }

  return { ...rowChecks<Row, Read>(rows, projection), dueForPurge, remove, withOpenHolds };
}
