import {
  type Collection,
  type Db,
  type Document,
  type Filter,
  type OptionalUnlessRequiredId,
  type UpdateFilter,
} from 'mongodb';
import { isDuplicateKey } from '../stores/mongo/mongo';
import { createHousekeeping } from './housekeeping';
import { createJobEnds, type JobEndsDeps } from './job-ends';
import { type JobKind, type JobRow } from './job-kind';
import { createRunWrites } from './run-writes';

export type JobRowsDeps = JobEndsDeps;

interface NewJobOptions<Row extends JobRow> {
  /** Default that of an accepted job. */
  state?: Row['state'];
  /**
   * Time until the sweep looks at the job; default the time in which its acceptance starts the run; null for
   * a job that something else lets begin.
   */
  checkAfterMs?: number | null;
}

/**
 * The machine for the rows of one kind of job. A row is the truth about its job; a run only moves it on. Each
 * move is one conditional update that names the states it may start from, so that of two writers one wins,
 * and a final state is written once.
 *
 * @param deps.projection leaves fields out of the rows that ends and the sweep answer; default none
 */
export function createJobRows<Row extends JobRow, Read extends JobRow = Row>(
  db: Db,
  kind: JobKind<Row>,
  { projection = {}, ...deps }: JobRowsDeps & { projection?: Document },
) {
  const rows: Collection<Row> = db.collection<Row>(kind.collection);
  const { waiting, atWork } = kind.states;

  /**
   * Inserts the row of a new job.
   *
   * @returns false when the id, or a value that is unique, is taken: the same request may have come before
   */
  async function insertOnce(
    job: Omit<Row, 'state' | 'checkAt'> & { createdAt: Date },
    { state = waiting, checkAfterMs = kind.startGraceMs }: NewJobOptions<Row> = {},
  ): Promise<boolean> {
    const at = job.createdAt.getTime();
    const row = { ...job, state, ...(checkAfterMs !== null && { checkAt: new Date(at + checkAfterMs) }) };
    try {
      await rows.insertOne(row as unknown as OptionalUnlessRequiredId<Row>);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  /**
   * Takes an acceptance back, or what was prepared of one.
   *
   * @param state default that of an accepted job
   * @returns false when a run has claimed the job, or there is no such job
   */
  async function withdraw(jobId: string, state: Row['state'] = waiting): Promise<boolean> {
    const { deletedCount } = await rows.deleteOne({ _id: jobId, state } as unknown as Filter<Row>);
    return deletedCount === 1;
  }

  /**
   * Moves a job to a state that is not final.
   *
   * @param set fields that go with the move, such as a sign of life
   * @returns the row; null when the job may not enter the state
   */
  async function enter(jobId: string, state: Row['state'], set: Document = {}): Promise<Row | null> {
    const movable = { _id: jobId, state: { $in: [...(kind.moves[state] ?? [])] } };
    const entered = await rows.findOneAndUpdate(
      movable as unknown as Filter<Row>,
      { $set: { state, ...set } } as unknown as UpdateFilter<Row>,
      { returnDocument: 'after' },
    );
    return entered as unknown as Row | null;
  }

  /**
   * Notes the request to cancel a job that has not ended; its run, or the sweep, ends it. The first request
   * stays.
   *
   * @param from states of jobs that it is noted in; default all that are not final
   * @returns the row afterwards; null when there is none
   */
  async function requestCancel(
    jobId: string,
    { now, set = {}, from = [waiting, ...atWork] }: { now: Date; set?: Document; from?: Row['state'][] },
  ): Promise<Row | null> {
    const open = { _id: jobId, state: { $in: from }, cancelRequestedAt: null };
    const asked = await rows.findOneAndUpdate(
      open as unknown as Filter<Row>,
      { $set: { cancelRequestedAt: now, ...set } } as unknown as UpdateFilter<Row>,
      { returnDocument: 'after' },
    );
    return (asked ?? (await rows.findOne({ _id: jobId } as Filter<Row>))) as unknown as Row | null;
  }

  return {
    insertOnce,
    withdraw,
    enter,
    requestCancel,
    ...createRunWrites(rows, kind),
    ...createJobEnds<Row, Read>(db, rows, kind, { ...deps, projection }),
    ...createHousekeeping<Row, Read>(rows, kind, projection),
  };
}

export type JobRows<Row extends JobRow, Read extends JobRow = Row> = ReturnType<
  typeof createJobRows<Row, Read>
>;
