import {
  type Collection,
  type Document,
  type Filter,
  type UpdateFilter,
  type WriteConcernSettings,
} from 'mongodb';
import { type JobKind, type JobRow, signOfLife } from './job-kind';
import { countTry } from './step-tries';

interface Claim<Row extends JobRow> {
  /** State that a waiting job enters; default the first of those at work. */
  as?: Row['state'];
  /** Further fields; expressions read the row as it was before. */
  set?: Document;
  projection?: Document;
  now?: Date;
}

/** An attempt of an activity: `writer` differs between any two; those of one activity share `step`. */
export interface Attempt {
  writer: string;
  step: string;
}

interface WriteOptions<Row extends JobRow> {
  /** Conditions beyond the state, such as the `writer`. */
  where?: Filter<Row>;
  writeConcern?: WriteConcernSettings;
  arrayFilters?: Document[];
}

/** The writes of runs: the claim of a job, and what is noted while it is at work. */
export function createRunWrites<Row extends JobRow>(rows: Collection<Row>, kind: JobKind<Row>) {
  const { waiting, atWork } = kind.states;
  const inStates = (jobId: string, states: readonly Row['state'][], where: Filter<Row> = {}) =>
    ({ _id: jobId, state: { $in: [...states] }, ...where }) as unknown as Filter<Row>;

  /**
   * Claims a waiting job, or one that a former attempt has claimed. The first claim is the start of the job.
   *
   * @returns the row afterwards, in any state; null when there is none
   */
  async function claim<Read extends Document = Row>(
    jobId: string,
    { as = atWork[0]!, set = {}, projection = {}, now = new Date() }: Claim<Row> = {},
  ): Promise<Read | null> {
    const fields = {
      state: { $cond: [{ $eq: ['$state', waiting] }, as, '$state'] },
      startedAt: { $ifNull: ['$startedAt', now] },
      ...set,
      ...signOfLife(kind, now),
    };
    const claimed = await rows.findOneAndUpdate(inStates(jobId, [waiting, ...atWork]), [{ $set: fields }], {
      returnDocument: 'after',
      projection,
    });
    const row = claimed ?? (await rows.findOne({ _id: jobId } as Filter<Row>, { projection }));
    return row as unknown as Read | null;
  }

  /**
   * Begins a stage for one attempt, which from now on is the only one that may write, and counts its try.
   *
   * @returns null when the job is not at work
   */
  async function enterStage(
    jobId: string,
    { writer, step }: Attempt,
    set: Document = {},
  ): Promise<Row | null> {
    const fields = { writer: { $literal: writer }, ...set, ...signOfLife(kind) };
    const entered = await rows.findOneAndUpdate(inStates(jobId, atWork), [{ $set: fields }, countTry(step)], {
      returnDocument: 'after',
    });
    return entered as unknown as Row | null;
  }

  /**
   * Writes to a job at work, as a sign of life.
   *
   * @returns false when the job is not at work, or the conditions do not hold: the attempt must stop
   */
  async function write(
    jobId: string,
    update: UpdateFilter<Row>,
    { where, ...options }: WriteOptions<Row> = {},
  ): Promise<boolean> {
    const alive = { ...update, $set: { ...update.$set, ...signOfLife(kind) } } as UpdateFilter<Row>;
    const { matchedCount } = await rows.updateOne(inStates(jobId, atWork, where), alive, options);
    return matchedCount === 1;
  }

  /**
   * Number of the jobs of an organization that are at work, or that wait and were accepted before one.
   *
   * @param where further conditions; default none
   */
  function countAhead(
    { _id, organizationId }: Pick<Row, '_id' | 'organizationId'>,
    where: Filter<Row> = {},
  ): Promise<number> {
    const ahead = {
      organizationId,
      ...where,
      [kind.endedAt]: null,
      $or: [
        { state: { $in: [...atWork] }, _id: { $ne: _id } },
        { state: waiting, _id: { $lt: _id } },
      ],
    };
    return rows.countDocuments(ahead as unknown as Filter<Row>);
  }

  /** The row of a job of any organization: for runs, whose ids come from the service. */
  async function get(jobId: string): Promise<Row | null> {
    return (await rows.findOne({ _id: jobId } as Filter<Row>)) as unknown as Row | null;
  }

  /** The state of a job; null when there is none. */
  async function stateOf(jobId: string): Promise<Row['state'] | null> {
    const row = await rows.findOne({ _id: jobId } as Filter<Row>, { projection: { state: 1 } });
    return row?.state ?? null;
  }

  return { claim, enterStage, write, countAhead, get, stateOf };
}
