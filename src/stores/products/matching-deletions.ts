import { type ClientSession } from 'mongodb';
import { foldRecord } from '../../domain/products/fold';
import { existsAfter, isInView, type LogView } from '../../domain/products/record-log';
import { writeInSession, type WriteOutcome } from './live-writes';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type EntryRow, liveEntryId, recordEntryIndexes } from './record-entries';
import { type ProductWriteContext } from './write-context';

/** A deletion of the records that pass a test, with those that a search of the served build has found. */
export interface MatchingDeletion {
  /** Build that was searched. */
  buildId: string;
  /** Number of the last live write that it contained. */
  searchedThrough: number;
  /** Found records, with the number of their last write. */
  found: readonly { recordId: string; seq: number }[];
  /** Whether a record passes, by its JSON text. */
  matches: (text: string) => boolean;
  /** Id that the `Idempotency-Key` of the request has reserved. */
  reservedId: string | null;
}

export type MatchingDeletionOutcome =
  | Extract<WriteOutcome, { outcome: 'written' | 'gone' }>
  /** No record passes. */
  | { outcome: 'none' }
  /** Another build is served, or too much was written since the search, which has to be repeated. */
  | { outcome: 'outdated' };

/** Records whose entries one read returns. */
const recordsPerRead = 1_000;
/** Most writes after the search whose records are checked individually. */
const laterWritesMax = 5_000;

/**
 * Deletes the records of the served build that pass a test, in one transaction. The test applies to the state
 * at the number of the deletion: every earlier write counts, applied or not. Records that changed since the
 * search are tested by their text. Staged versions of a deleted record are deleted too.
 */
export function deleteMatching(
  ctx: ProductWriteContext,
  indexId: string,
  deletion: MatchingDeletion,
): Promise<MatchingDeletionOutcome> {
  return ctx.transact(indexId, (session) => remove(ctx, session, indexId, deletion));
}

async function remove(
  ctx: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  { buildId, searchedThrough, found, matches, reservedId }: MatchingDeletion,
): Promise<MatchingDeletionOutcome> {
  const index = await ctx.db
    .collection<ProductIndexRow>(productIndexIndexes.collection)
    .findOne({ _id: indexId, isDeleting: false }, { session });
  if (index === null) return { outcome: 'gone' };
  if (index.served?.buildId !== buildId) return { outcome: 'outdated' };
  const later = await laterRecords(ctx, session, index, searchedThrough);
  if (later === null) return { outcome: 'outdated' };
  const { view } = index.served;
  const { same, changed } = await compared(ctx, session, indexId, view, found);
  const unsure = new Set([...changed, ...later]);
  for (const recordId of same) unsure.delete(recordId);
  const passed = await passing(ctx, session, indexId, view, { ids: [...unsure], matches });
  const changes = [...same, ...passed].map((recordId) => ({ recordId, op: 'delete' as const, text: '' }));
  const [deleted] = await writeInSession(ctx, session, indexId, [
    { changes, allOrNothing: false, reservedId },
  ]);
  const isDone = deleted!.outcome === 'written' || deleted!.outcome === 'gone';
  return isDone ? deleted! : { outcome: 'none' };
}

/** Records written since the search; null when there are too many writes. */
async function laterRecords(
  { db }: ProductWriteContext,
  session: ClientSession,
  { _id: indexId, sequence }: ProductIndexRow,
  searchedThrough: number,
): Promise<string[] | null> {
  const range = { $gt: liveEntryId(indexId, searchedThrough), $lte: liveEntryId(indexId, sequence) };
  const later = await db
    .collection<EntryRow>(recordEntryIndexes.collection)
    .find(
      { _id: range, op: { $ne: 'delete' } },
      { session, projection: { recordId: 1 }, limit: laterWritesMax + 1 },
    )
    .toArray();
  return later.length > laterWritesMax ? null : later.flatMap(({ recordId }) => recordId ?? []);
}

/** The found records that are unchanged, and the records written since. */
async function compared(
  { entries }: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  view: LogView,
  found: MatchingDeletion['found'],
): Promise<{ same: string[]; changed: string[] }> {
  const same: string[] = [];
  const changed: string[] = [];
  for (const part of parts(found)) {
    const ids = part.map(({ recordId }) => recordId);
    const known = await entries.ofRecords(indexId, ids, { session, withTexts: false });
    for (const { recordId, seq } of part) {
      const counting = (known.get(recordId) ?? []).filter((entry) => isInView(entry, view));
      if (!existsAfter(counting)) continue;
      (counting.at(-1)!.seq === seq ? same : changed).push(recordId);
    }
  }
  return { same, changed };
}

/** Records that pass the test by their text in a view. */
async function passing(
  { entries }: ProductWriteContext,
  session: ClientSession,
  indexId: string,
  view: LogView,
  { ids, matches }: { ids: readonly string[]; matches: MatchingDeletion['matches'] },
): Promise<string[]> {
  const passed: string[] = [];
  for (const part of parts(ids))
    for (const [recordId, log] of await entries.ofRecords(indexId, part, { session })) {
      const text = foldRecord(log, view)?.text ?? null;
      if (text !== null && matches(text)) passed.push(recordId);
    }
  return passed;
}

function* parts<T>(list: readonly T[]): Generator<T[]> {
  for (let from = 0; from < list.length; from += recordsPerRead)
    yield list.slice(from, from + recordsPerRead);
}
