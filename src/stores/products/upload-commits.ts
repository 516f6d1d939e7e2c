import { type ClientSession } from 'mongodb';
import { existsAfter, isInView, nextView } from '../../domain/products/record-log';
import { inBatches } from '../mongo/in-batches';
import { isDuplicateKey } from '../mongo/mongo';
import { type WrittenFields } from './field-claims';
import { exists, isOwned, type OwnershipTest } from './live-writes';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import {
  byRecord,
  entryReading,
  type EntryRow,
  liveEntryId,
  type NumberedEntry,
  recordEntryIndexes,
} from './record-entries';
import { type StagedUploadRow, stagedUploadIndexes, type UploadAnswer } from './staged-uploads';
import { type ProductWriteContext } from './write-context';

/** An upload whose entries are all written. */
export interface ReceivedUpload {
  uploadId: string;
  indexId: string;
  /** Ids of its records. */
  ids: ReadonlySet<string>;
  /** Null for an upload without records. */
  idField: string | null;
  idOrigin: ProductIndexRow['idOrigin'];
  /** Whether it voids all earlier records. */
  replacesAll: boolean;
  received: number;
  staged: number;
  rejected: number;
  /** Whether an existing record may be replaced; default: every record may. */
  owns?: OwnershipTest | null;
  /** Fields of its records; default: fields are not counted. */
  fields?: WrittenFields;
}

export type UploadCommit =
  | { outcome: 'committed'; answer: UploadAnswer }
  /** Another upload has set another id field meanwhile. */
  | { outcome: 'other_id_field'; idField: string }
  /** Records with these ids exist, and the writer does not own them. */
  | { outcome: 'taken'; ids: string[] }
  /** The index would exceed its limit of fields, together with other waiting uploads. */
  | { outcome: 'too_many_fields' }
  /** The index is deleted or being deleted, or the upload was abandoned. */
  | { outcome: 'gone' };

/** The ids of an upload, compared with those of the index in one of its states. */
interface CountedIds {
  index: ProductIndexRow;
  /** Number of ids that are not staged yet. */
  fresh: number;
  /** Number of ids of existing records, staged or served. */
  existing: number;
}

const idsPerRead = 1_000;

type CommittedUpload = ReceivedUpload & { commitId: string };

/**
 * Creates the commit of uploads: one transaction gives the upload the next number of its index, counts its
 * new ids, and sets the id field if that was open. The upload takes effect with it. A repeated commit with
 * the same `commitId` returns the first result.
 */
export function createUploadCommits(ctx: ProductWriteContext) {
  // Concurrent uploads of one index would only force each other to count again.
  const commitInLane = inBatches<CommittedUpload, UploadCommit>(1, async (_, [upload]) => {
    try {
      return [await commitOnce(ctx, upload!)];
    } catch (error) {
      const { commitId } = upload!;
      const committed = isDuplicateKey(error) ? await uploadsOf(ctx).findOne({ commitId }) : null;
      if (committed === null) throw error;
      return [{ outcome: 'committed', answer: committed.answer! }];
    }
  });

  return (upload: CommittedUpload): Promise<UploadCommit> => commitInLane(upload.indexId, upload);
}

const indexesOf = ({ db }: ProductWriteContext) =>
  db.collection<ProductIndexRow>(productIndexIndexes.collection);
const uploadsOf = ({ db }: ProductWriteContext) =>
  db.collection<StagedUploadRow>(stagedUploadIndexes.collection);
const rowsOf = ({ db }: ProductWriteContext) => db.collection<EntryRow>(recordEntryIndexes.collection);

async function commitOnce(ctx: ProductWriteContext, upload: CommittedUpload): Promise<UploadCommit> {
  for (;;) {
    const counted = await countIds(ctx, upload);
    if (counted === null) return { outcome: 'gone' };
    const taken = await findTaken(ctx, counted.index, upload);
    if (taken.length > 0) return { outcome: 'taken', ids: taken };
    const outcome = await ctx.transact(upload.indexId, (session) => commit(ctx, session, counted, upload));
    if (outcome.outcome !== 'raced') return outcome;
  }
}

async function commit(
  ctx: ProductWriteContext,
  session: ClientSession,
  { index, fresh, existing: replaced }: CountedIds,
  upload: CommittedUpload,
): Promise<UploadCommit | { outcome: 'raced' }> {
  const { indexId, uploadId, idField, idOrigin, replacesAll, received, staged, rejected } = upload;
  const now = await indexesOf(ctx).findOne({ _id: indexId, isDeleting: false }, { session });
  if (now === null) return { outcome: 'gone' };
  if (now.idField !== null && idField !== null && now.idField !== idField)
    return { outcome: 'other_id_field', idField: now.idField };
  if (await isStale(ctx, session, index, now, upload)) return { outcome: 'raced' };
  const seq = now.sequence + 1;
  const stagedTotal = replacesAll ? upload.ids.size : now.staged + fresh;
  const { fields } = upload;
  const next = replacesAll ? { ...now, replaceFrom: seq } : now;
  if (fields !== undefined && !(await ctx.fieldClaims.claim(session, next, { ...fields, seq })))
    return { outcome: 'too_many_fields' };
  const answer = { received, staged, replaced, rejected, idField, stagedTotal };
  const { matchedCount } = await uploadsOf(ctx).updateOne(
    { _id: uploadId, state: 'receiving' },
    { $set: { state: 'committed', seq, commitId: upload.commitId, answer }, $unset: { leaseUntil: 1 } },
    { session },
  );
  if (matchedCount === 0) return { outcome: 'gone' };
  await indexesOf(ctx).updateOne(
    { _id: indexId },
    {
      $set: {
        sequence: seq,
        staged: stagedTotal,
        ...(replacesAll ? { replaceFrom: seq } : {}),
        ...(now.idField === null && idField !== null ? { idField, idOrigin } : {}),
      },
      $inc: { commits: 1 },
    },
    { session },
  );
  return { outcome: 'committed', answer };
}

/**
 * Counts the ids of an upload that are not staged yet (before the first build live writes stage ids too),
 * and those of existing records.
 */
async function countIds(
  ctx: ProductWriteContext,
  { indexId, uploadId, ids, replacesAll }: ReceivedUpload,
): Promise<CountedIds | null> {
  const index = await indexesOf(ctx).findOne({ _id: indexId, isDeleting: false });
  if (index === null) return null;
  let fresh = ids.size;
  let existing = 0;
  const all = [...ids];
  for (let from = 0; from < all.length && index.sequence > 0; from += idsPerRead) {
    const groups = await readKnown(ctx, index, uploadId, all.slice(from, from + idsPerRead));
    if (!replacesAll) fresh -= groups.filter((group) => isStaged(index, group)).length;
    existing += groups.filter((group) => exists(index, group)).length;
  }
  return { index, fresh, existing };
}

/** Entries of the same records in other uploads and live writes, in order by record. */
async function readKnown(
  ctx: ProductWriteContext,
  index: ProductIndexRow,
  uploadId: string,
  recordIds: readonly string[],
): Promise<NumberedEntry[][]> {
  const found = await rowsOf(ctx)
    .find(
      { indexId: index._id, recordId: { $in: [...recordIds] }, uploadId: { $ne: uploadId } },
      entryReading({ withTexts: false }),
    )
    .toArray();
  return [...byRecord(await ctx.entries.numbered(found)).values()];
}

/** Whether the ids were counted against an outdated state of the staged records. */
async function isStale(
  ctx: ProductWriteContext,
  session: ClientSession,
  counted: ProductIndexRow,
  now: ProductIndexRow,
  { ids, owns = null }: ReceivedUpload,
): Promise<boolean> {
  if (now.commits !== counted.commits || now.voidThrough !== counted.voidThrough) return true;
  if (now.served?.buildId !== counted.served?.buildId) return true;
  if ((now.served !== null && owns === null) || now.sequence === counted.sequence) return false;
  const since = { $gt: liveEntryId(now._id, counted.sequence), $lte: liveEntryId(now._id, now.sequence) };
  const written = rowsOf(ctx).find({ _id: since }, { session, projection: { recordId: 1 } });
  for await (const { recordId } of written) if (recordId !== null && ids.has(recordId)) return true;
  return false;
}

/** Ids of the upload whose records exist and belong to other writers. */
async function findTaken(
  { entries }: ProductWriteContext,
  index: ProductIndexRow,
  { ids, owns = null }: ReceivedUpload,
): Promise<string[]> {
  const taken: string[] = [];
  const all = owns === null ? [] : [...ids];
  for (let from = 0; from < all.length; from += idsPerRead) {
    const part = all.slice(from, from + idsPerRead);
    const known = await entries.ofRecords(index._id, part);
    taken.push(...part.filter((id) => !isOwned(index, known.get(id) ?? [], owns!)));
  }
  return taken;
}

/** Whether a record counts as staged; before the first build live writes are staged too. */
function isStaged(
  index: ProductIndexRow,
  entries: readonly { seq: number; staged: boolean; op: EntryRow['op'] }[],
): boolean {
  const next = nextView(index);
  const { served } = index;
  if (served === null) return existsAfter(entries.filter((entry) => isInView(entry, next)));
  return entries.some(
    (entry) => entry.staged && isInView(entry, next) && entry.seq > served.view.stagedThrough,
  );
}
