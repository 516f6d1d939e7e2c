import {
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type Filter,
  type MatchKeysAndValues,
  type UpdateFilter,
} from 'mongodb';
import { type FinalJob, type OnFinalJob } from '../domain/platform/final-job';
import { type CapacityStore } from '../stores/platform/capacity';
import { type CreditStore } from '../stores/platform/credits';
import { type JobKind, type JobRow, signOfLife } from './job-kind';

export interface JobEndsDeps {
  credits: Pick<CreditStore, 'release' | 'settle' | 'settleIn'>;
  capacity: Pick<CapacityStore, 'give'>;
  /** Is told of each job that has ended, once. */
  onFinalJob: OnFinalJob;
}

/** A move to a final state. */
export interface JobEnd<Row extends JobRow> {
  state: Row['state'];
  /** Fields that the end sets beside state and times, such as the code of a failure. */
  set?: MatchKeysAndValues<Row>;
  /** Fields that it sets to expressions over the row, in place of `set`, `update` and `arrayFilters`. */
  expressions?: Document;
  /** States that it may start from, in place of those of the kind. */
  from?: readonly Row['state'][];
  /** Further operators of the update. */
  update?: Omit<UpdateFilter<Row>, '$set'>;
  /** Conditions beyond the state. */
  where?: Filter<Row>;
  arrayFilters?: Document[];
  now?: Date;
}

/** Outcome of an end. */
export interface EndedJob<Read> {
  /** The row as it then is; null when there is none. */
  row: Read | null;
  /** Whether this call has ended the job; false when it had ended, or may not enter the state. */
  hasEnded: boolean;
  /** Whether this call has charged the job, which ends its hold. */
  isCharged: boolean;
}

/** Ends jobs, charges them and closes their holds. */
export function createJobEnds<Row extends JobRow, Read extends JobRow>(
  db: Db,
  rows: Collection<Row>,
  kind: JobKind<Row>,
  { credits, capacity, onFinalJob, projection }: JobEndsDeps & { projection: Document },
) {
  const { billing, expiry } = kind;
  const one = (jobId: string) => ({ _id: jobId }) as Filter<Row>;

  /** Moves a job to a final state; null when it may not enter it (any more). */
  async function move(
    jobId: string,
    { state, set, update, expressions, where, arrayFilters, ...options }: JobEnd<Row>,
    session?: ClientSession,
  ): Promise<Read | null> {
    const { from = kind.moves[state] ?? [], now = new Date() } = options;
    const fields = {
      state,
      [kind.endedAt]: now,
      ...(expiry === null ? {} : { [expiry.field]: new Date(now.getTime() + expiry.afterMs(state)) }),
      ...signOfLife(kind, now),
      ...set,
    };
    const movable = { _id: jobId, state: { $in: [...from] }, ...where } as unknown as Filter<Row>;
    const moved = await rows.findOneAndUpdate(
      movable,
      expressions !== undefined
        ? [{ $set: { ...fields, ...expressions } }]
        : ({ ...update, $set: fields } as unknown as UpdateFilter<Row>),
      {
        ...(session && { session }),
        ...(arrayFilters && { arrayFilters }),
        returnDocument: 'after',
        projection,
      },
    );
    return moved as unknown as Read | null;
  }

  /** Charges a job that the transaction ends. */
  async function charge(session: ClientSession, row: Read): Promise<{ row: Read; isCharged: boolean }> {
    const price = billing?.price(row as unknown as Row) ?? null;
    if (price === null) return { row, isCharged: false };
    const remaining = await credits.settleIn(session, row.organizationId, row._id, price);
    const set = billing?.chargedFields?.(remaining);
    if (set === undefined) return { row, isCharged: true };
    const update = { $set: set } as unknown as UpdateFilter<Row>;
    const options = { session, returnDocument: 'after', projection } as const;
    const noted = await rows.findOneAndUpdate(one(row._id), update, options);
    return { row: noted as unknown as Read, isCharged: true };
  }

  async function moveAndCharge(
    jobId: string,
    end: JobEnd<Row>,
    session?: ClientSession,
  ): Promise<EndedJob<Read>> {
    const moved = await move(jobId, end, session);
    if (moved === null) {
      const row = await rows.findOne(one(jobId), { ...(session && { session }), projection });
      return { row: row as unknown as Read | null, hasEnded: false, isCharged: false };
    }
    const charged = session === undefined ? { row: moved, isCharged: false } : await charge(session, moved);
    return { ...charged, hasEnded: true };
  }

  /**
   * Ends a job, once: a job that is final keeps its end. Where the end may cost something, move and charge
   * are one transaction, so that a job which is seen as final is charged. The row keeps `checkAt` until
   * `markSettled`.
   */
  async function end(jobId: string, wanted: JobEnd<Row>): Promise<EndedJob<Read>> {
    const mayCost = billing?.chargedStates.includes(wanted.state) ?? false;
    const ended = mayCost
      ? await db.client.withSession((session) =>
          session.withTransaction(() => moveAndCharge(jobId, wanted, session)),
        )
      : await moveAndCharge(jobId, wanted);
    if (ended.hasEnded && ended.row !== null) onFinalJob(finalJobOf(kind, ended.row as unknown as Row));
    return ended;
  }

  /**
   * Closes the holds of a final job: charges it if that has not happened, or releases its credits, and gives
   * its place back. Safe to repeat.
   *
   * @param options.isCharged the charge is known to be made; default false
   */
  async function closeHolds(row: Read, { isCharged = false }: { isCharged?: boolean } = {}): Promise<void> {
    if (billing === null) return;
    const price = isCharged ? null : billing.price(row as unknown as Row);
    if (price !== null) await credits.settle(row.organizationId, row._id, price);
    else if (!isCharged) await credits.release(row.organizationId, row._id);
    if (billing.hasPlace) await capacity.give(billing.holdKind, row._id);
  }

  /** A final job has left nothing behind: the sweep looks at it no more. @param set fields that go with it */
  async function markSettled(jobId: string, set?: MatchKeysAndValues<Row>): Promise<void> {
    const final = { _id: jobId, state: { $in: [...kind.states.final] } } as unknown as Filter<Row>;
    const settled = { ...(set && { $set: set }), $unset: { checkAt: '' } };
    await rows.updateOne(final, settled as unknown as UpdateFilter<Row>);
  }

  /** Closes the holds of a final job that leaves nothing else behind. @param options as of `closeHolds` */
  async function settle(row: Read, options: { isCharged?: boolean } = {}): Promise<void> {
    await closeHolds(row, options);
    await markSettled(row._id);
  }

  return { end, closeHolds, markSettled, settle };
}

function finalJobOf<Row extends JobRow>(kind: JobKind<Row>, row: Row): FinalJob {
  if (kind.finalJob !== undefined) return kind.finalJob(row);
  const { state, createdAt, startedAt } = row;
  const endedAt = ((row as Document)[kind.endedAt] as Date | null) ?? createdAt;
  return { type: kind.name, state, createdAt, startedAt, endedAt, stages: [] };
}
