import { type ClientSession, type Document } from 'mongodb';
import { ID_PREFIX } from '../../domain/platform/ids';
import { foldRecord } from '../../domain/products/fold';
import { JOB_STAGES } from '../../domain/products/product-job';
import {
  type EntryOp,
  existsAfter,
  isInView,
  type LogView,
  nextView,
} from '../../domain/products/record-log';
import { type WrittenFields } from './field-claims';
import { inBatches } from '../mongo/in-batches';
import { newId } from '../mongo/new-id';
import { type ProductIndexRow, type WriteBurst } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type KeyedWrite } from './keyed-writes';
import { newProductJob, type ProductJobRow } from './product-job-kind';
import { productJobIndexes } from './product-jobs';
import {
  type EntryRow,
  liveEntryRow,
  type NumberedEntry,
  type RecordChange,
  recordEntryIndexes,
} from './record-entries';
import { type ProductWriteContext } from './write-context';

/** Changes of one request, in order. */
export interface LiveWrite {
  changes: readonly RecordChange[];
  /**
   * Whether nothing is written when a change names a record that does not exist; otherwise the other changes
   * are written.
   */
  allOrNothing: boolean;
  /** Id that the `Idempotency-Key` of the request has reserved: a write with it is made once. */
  reservedId?: string | null;
  /**
   * Whether an existing record may be written, by its JSON text. Others count as missing for `patch` and
   * `delete`, and `put` does not replace them. Default: every record may be written.
   */
  owns?: OwnershipTest | null;
  /** Fields of the records; default: fields are not counted, as for changes without records. */
  fields?: WrittenFields;
}

/** Whether a writer may change a record, by its JSON text. */
export type OwnershipTest = (text: string) => boolean;

export type WriteOutcome =
  | {
      outcome: 'written';
      /** The job that carries the changes. */
      jobId: string;
      /** True for the first changes of the job: the run of the index needs a signal. */
      isFirst: boolean;
      /** Numbers of the changes, in order; null for those that were not written. */
      seqs: (number | null)[];
    }
  /**
   * Positions of the changes whose records do not exist or, for `put`, belong to others; nothing was written.
   */
  | { outcome: 'not_found'; places: number[] }
  /** The index would exceed its limit of fields; nothing was written. */
  | { outcome: 'too_many_fields' }
  /** The index is deleted, or is being deleted. */
  | { outcome: 'gone' };

/** Requests that share a transaction. */
const requestsAtOnceMax = 100;
/** Time after which the sweep starts the run of an index with a waiting burst. */
export const burstCheckAfterMs = 60_000;

/** Fields of an index's row with which changes join the waiting burst, or begin a new one. */
export function joinBurst(jobId: string, count: number): Document {
  const seqTo = { $add: ['$sequence', count] };
  const begun: Record<keyof WriteBurst, unknown> = { jobId, seqFrom: { $add: ['$sequence', 1] }, seqTo };
  return {
    sequence: seqTo,
    burst: { $cond: ['$burst', { $mergeObjects: ['$burst', { seqTo }] }, begun] },
    checkAt: { $ifNull: ['$checkAt', { $add: ['$$NOW', burstCheckAfterMs] }] },
  };
}

/**
 * Creates the live writes of indexes. Concurrent requests share a transaction, which takes their numbers from
 * the row of the index, writes the entries, and adds them to the waiting burst. So the order of the log is
 * the order of acknowledgement, and numbers have no gaps.
 *
 * A `patch` or `delete` of a record that does not exist is not written. A request with many changes, or with
 * a check of ownership, has a transaction of its own. A repeated request with a key returns the first result.
 */
export function createLiveWrites(ctx: ProductWriteContext) {
  const inTransactions = inBatches<LiveWrite, WriteOutcome>(requestsAtOnceMax, (indexId, writes) =>
    ctx.transact(indexId, (session) => writeInSession(ctx, session, indexId, writes)),
  );

  async function alone(indexId: string, wanted: LiveWrite): Promise<WriteOutcome> {
    const [outcome] = await ctx.transact(indexId, (session) =>
      writeInSession(ctx, session, indexId, [wanted]),
    );
    return outcome!;
  }

  return (indexId: string, wanted: LiveWrite): Promise<WriteOutcome> =>
    wanted.changes.length === 1 && wanted.owns == null
      ? inTransactions(indexId, wanted)
      : alone(indexId, wanted);
}

/**
 * Writes changes within a transaction; repeated ones with a key return their first result. A concurrent write
 * of the index is a conflict, after which the transaction runs again.
 */
export async function writeInSession(
  ctx: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  writes: readonly LiveWrite[],
): Promise<WriteOutcome[]> {
  const former = await ctx.keyedWrites.find(
    session,
    writes.flatMap(({ reservedId }) => reservedId ?? []),
  );
  const isFormer = ({ reservedId }: LiveWrite) => former.has(reservedId ?? '');
  const open = writes.filter((each) => !isFormer(each));
  const written = open.length === 0 ? [] : await write(ctx, session, indexId, open);
  await ctx.keyedWrites.insert(
    session,
    written.flatMap((outcome, n) => keyedWrite(open[n]!, outcome)),
  );
  let next = 0;
  return writes.map((each) =>
    isFormer(each) ? formerOutcome(former.get(each.reservedId!)!) : written[next++]!,
  );
}

async function write(
  ctx: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  writes: readonly LiveWrite[],
): Promise<WriteOutcome[]> {
  const { db } = ctx;
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  // A concurrent write of the index is a conflict, after which this one runs again.
  const index = await indexes.findOne({ _id: indexId, isDeleting: false }, { session });
  if (index === null) return writes.map(() => ({ outcome: 'gone' }));
  const existing = await readExisting(ctx, session, index, writes);
  const before = new Map(existing);
  const plans = await planAll(ctx, session, index, writes, existing);
  const written = plans.flatMap(({ changes }) => changes);
  if (written.length === 0) return plans.map(unwritten);
  const jobId = newId(ID_PREFIX.productJob);
  const staged = index.served === null ? countNew(before, existing) : 0;
  const set = { ...joinBurst(jobId, written.length), staged: { $add: ['$staged', staged] } };
  const after = await indexes.findOneAndUpdate({ _id: indexId }, [{ $set: set }], {
    session,
    returnDocument: 'after',
  });
  const { burst } = after!;
  if (burst!.jobId === jobId) {
    const jobs = db.collection<ProductJobRow>(productJobIndexes.collection);
    await jobs.insertOne(writeJob(index, burst!), { session });
  }
  const rows = db.collection<EntryRow>(recordEntryIndexes.collection);
  await rows.insertMany(
    written.map((change, n) => liveEntryRow(indexId, index.sequence + 1 + n, change)),
    { session },
  );
  return outcomes(plans, index.sequence + 1, { jobId: burst!.jobId, isFirst: burst!.jobId === jobId });
}

/** Plans of requests, in order; `existing` is updated with the records after each. */
async function planAll(
  ctx: ProductWriteContext,
  session: ClientSession,
  index: ProductIndexRow,
  writes: readonly LiveWrite[],
  existing: Map<string, boolean>,
): Promise<WritePlan[]> {
  const foreign = await readForeign(ctx, session, index, writes);
  const plans: WritePlan[] = [];
  for (const [n, each] of writes.entries()) {
    const { after, ...planned } = plan(each, existing, foreign[n]!);
    const isCounted = each.fields !== undefined && planned.changes.length > 0;
    const claim = { ...each.fields!, seq: index.sequence + 1 };
    if (isCounted && !(await ctx.fieldClaims.claim(session, index, claim))) {
      plans.push({ ...planned, changes: [], isTooWide: true });
      continue;
    }
    if (planned.changes.length > 0) for (const [recordId, does] of after) existing.set(recordId, does);
    plans.push(planned);
  }
  return plans;
}

/** Whether the records of the changes exist, in any view. */
async function readExisting(
  { entries }: ProductWriteContext,
  session: ClientSession,
  index: ProductIndexRow,
  writes: readonly LiveWrite[],
): Promise<Map<string, boolean>> {
  const changes = writes.flatMap((write) => write.changes);
  const asked = index.served === null ? changes : changes.filter(({ op }) => op !== 'put');
  const recordIds = [...new Set(asked.map(({ recordId }) => recordId))];
  const found =
    recordIds.length === 0
      ? new Map<string, NumberedEntry[]>()
      : await entries.ofRecords(index._id, recordIds, { session, withTexts: false });
  return new Map(recordIds.map((id) => [id, exists(index, found.get(id) ?? [])]));
}

/** Ids of records of each write that exist, in any view, and that its writer does not own. */
async function readForeign(
  { entries }: ProductWriteContext,
  session: ClientSession,
  index: ProductIndexRow,
  writes: readonly LiveWrite[],
): Promise<ReadonlySet<string>[]> {
  const found: Set<string>[] = [];
  for (const { changes, owns = null } of writes) {
    const ids = owns === null ? [] : changes.map(({ recordId }) => recordId);
    const known = await entries.ofRecords(index._id, ids, { session });
    const isForeign = (id: string) => !isOwned(index, known.get(id) ?? [], owns!);
    found.push(new Set(ids.filter(isForeign)));
  }
  return found;
}

function keyedWrite({ reservedId }: LiveWrite, outcome: WriteOutcome): KeyedWrite[] {
  if (reservedId == null || outcome.outcome !== 'written') return [];
  return [{ _id: reservedId, jobId: outcome.jobId, seqs: outcome.seqs }];
}

/** Result of an earlier request. `isFirst` is set, since the run of the index may have missed its signal. */
function formerOutcome({ jobId, seqs }: KeyedWrite): WriteOutcome {
  return { outcome: 'written', jobId, isFirst: true, seqs };
}

/** The job of a burst. Its run is that of the index, so that no sweep of jobs looks for one. */
export function writeJob(index: ProductIndexRow, { jobId, seqFrom }: WriteBurst): ProductJobRow {
  const { _id: indexId, name: indexName, organizationId, environment } = index;
  const job = newProductJob({
    _id: jobId,
    type: 'index.write',
    indexId,
    indexName,
    organizationId,
    environment,
    stages: JOB_STAGES['index.write'],
  });
  delete job.checkAt;
  return { ...job, seqFrom };
}

/** Changes of a request, and the positions of those whose records do not exist. */
interface WritePlan {
  changes: RecordChange[];
  missing: number[];
  count: number;
  /** Whether the changes would exceed the limit of fields. */
  isTooWide?: boolean;
}

/** The changes of a request to write, and which records exist `after` them. */
function plan(
  { changes, allOrNothing }: LiveWrite,
  existing: ReadonlyMap<string, boolean>,
  foreign: ReadonlySet<string>,
): WritePlan & { after: ReadonlyMap<string, boolean> } {
  const after = new Map(existing);
  const missing: number[] = [];
  const kept = changes.filter(({ recordId, op }, place) => {
    const isMissing = foreign.has(recordId) || (op !== 'put' && after.get(recordId) !== true);
    if (isMissing) missing.push(place);
    else after.set(recordId, op !== 'delete');
    return !isMissing;
  });
  const isKept = !allOrNothing || missing.length === 0;
  return { changes: isKept ? kept : [], missing, count: changes.length, after };
}

function unwritten({ missing: places, isTooWide = false }: WritePlan): WriteOutcome {
  return isTooWide ? { outcome: 'too_many_fields' } : { outcome: 'not_found', places };
}

function outcomes(
  plans: readonly WritePlan[],
  firstSeq: number,
  job: { jobId: string; isFirst: boolean },
): WriteOutcome[] {
  let seq = firstSeq;
  return plans.map((each) => {
    const { changes, missing, count } = each;
    if (changes.length === 0) return unwritten(each);
    const seqs = Array.from({ length: count }, (_, place) => (missing.includes(place) ? null : seq++));
    return { outcome: 'written', ...job, seqs };
  });
}

/** Difference in the number of existing records. */
function countNew(before: ReadonlyMap<string, boolean>, after: ReadonlyMap<string, boolean>): number {
  let grown = 0;
  for (const [recordId, does] of after) grown += Number(does) - Number(before.get(recordId) ?? false);
  return grown;
}

/** Whether a record exists in the view of the served build or of the next one. */
export function exists(
  index: ProductIndexRow,
  entries: readonly { op: EntryOp; seq: number; staged: boolean }[],
): boolean {
  return viewsOf(index).some((view) => existsAfter(entries.filter((entry) => isInView(entry, view))));
}

/** Whether a writer owns a record in every view in which it exists. */
export function isOwned(
  index: ProductIndexRow,
  entries: readonly NumberedEntry[],
  owns: OwnershipTest,
): boolean {
  const texts = viewsOf(index).map((view) => foldRecord(entries, view)?.text ?? null);
  return texts.every((text) => text === null || owns(text));
}

/** Views of the served build and of the next one. */
function viewsOf(index: ProductIndexRow): LogView[] {
  return [nextView(index), ...(index.served === null ? [] : [index.served.view])];
}
