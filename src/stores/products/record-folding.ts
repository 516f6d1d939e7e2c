import { type ClientSession, type Db } from 'mongodb';
import { foldEntries } from '../../domain/products/fold';
import { type LogView, nextView } from '../../domain/products/record-log';
import { createTransact } from '../mongo/transactions';
import { burstCheckAfterMs } from './live-writes';
import { type ProductBuildRow, productBuildIndexes } from './product-builds';
import { type ProductIndexRow } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { createRecordEntryStore, type NumberedEntry } from './record-entries';
import { createRecordPages } from './record-pages';

/** The entries that may be folded, since every view, present or later, sees them alike. */
interface FoldScope {
  views: LogView[];
  /** Number after which no entry is folded. */
  stagedThrough: number;
  liveThrough: number;
}

/** Most entries that one step of a pass reads. */
const entriesPerStep = 2_000;

/**
 * Creates the folding of the log: entries of one record that all views see alike become one entry. A step is
 * one transaction, so that it may stop anywhere; of two that fold the same record one runs again.
 */
export function createRecordFolding(db: Db) {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const builds = db.collection<ProductBuildRow>(productBuildIndexes.collection);
  const entries = createRecordEntryStore(db);
  const pages = createRecordPages(db);
  const transact = createTransact(db.client);

  /**
   * Null when the index is deleted, and while a clear waits: it is applied to records with entries, none of
   * which a view contains any more.
   */
  async function readScope(session: ClientSession, indexId: string): Promise<FoldScope | null> {
    const index = await indexes.findOne({ _id: indexId, isDeleting: false }, { session });
    if (index === null || index.voidThrough > index.appliedThrough) return null;
    const { served, former, building, holder, sequence, appliedThrough } = index;
    // A build that is planned later contains every entry up to the sequence number.
    const planned =
      holder === null ? null : await builds.findOne({ indexId, jobId: holder.jobId }, { session });
    const kept = [served, former, building, planned].flatMap((build) => build?.view ?? []);
    return {
      views: [nextView(index), ...kept],
      stagedThrough: sequence,
      liveThrough: appliedThrough,
    };
  }

  /**
   * False when nothing can be folded now.
   *
   * @param groups entries by record without their texts, each list in order
   */
  async function foldGroups(
    session: ClientSession,
    indexId: string,
    groups: ReadonlyMap<string, NumberedEntry[]>,
  ): Promise<boolean> {
    const scope = await readScope(session, indexId);
    if (scope === null) return false;
    const patched = [...groups].filter(([, group]) => group.some(({ op }) => op === 'patch'));
    const withTexts = await entries.ofRecords(
      indexId,
      patched.map(([recordId]) => recordId),
      { session },
    );
    const changed: NumberedEntry[] = [];
    const removed: string[] = [];
    for (const group of new Map([...groups, ...withTexts]).values()) {
      const end = group.findIndex(
        ({ seq, staged }) => seq > (staged ? scope.stagedThrough : scope.liveThrough),
      );
      const settled = end === -1 ? group : group.slice(0, end);
      const folded = foldEntries(settled, scope.views);
      const kept = new Map(folded.map((entry) => [entry.rowId, entry]));
      for (const entry of settled) {
        const after = kept.get(entry.rowId);
        if (after === undefined) removed.push(entry.rowId);
        else if (after !== entry) changed.push(after);
      }
    }
    await entries.fold(session, changed, removed);
    return true;
  }

  return {
    /** Folds the entries of some records. */
    async fold(indexId: string, recordIds: readonly string[]): Promise<void> {
      await transact(indexId, async (session) => {
        const groups = await entries.ofRecords(indexId, recordIds, { session, withTexts: false });
        await foldGroups(session, indexId, groups);
      });
    },

    /**
     * Makes one step of the requested pass over all records. False when no pass is left, or a clear has to be
     * applied first.
     */
    async foldWaiting(indexId: string): Promise<boolean> {
      const index = await indexes.findOne({ _id: indexId, isDeleting: false });
      if (index?.foldAfter === undefined) return false;
      const { foldAfter: after, foldRequest = { $exists: false } } = index;
      const step = await transact(indexId, async (session) => {
        const bounds = { after, through: null, limit: entriesPerStep };
        const page = await pages.entries(indexId, bounds, { session, withTexts: false });
        return (await foldGroups(session, indexId, new Map(page.items))) ? page : null;
      });
      if (step === null) return false;
      const { next } = step;
      // Another pass that was requested meanwhile begins at the first record.
      await indexes.updateOne({ _id: indexId, foldAfter: after, foldRequest }, [
        next === null
          ? {
              $set: {
                foldAfter: '$$REMOVE',
                foldRequest: '$$REMOVE',
                checkAt: { $cond: [{ $or: ['$burst', '$applying'] }, '$checkAt', '$$REMOVE'] },
              },
            }
          : {
              $set: { foldAfter: { $literal: next }, checkAt: { $add: ['$$NOW', burstCheckAfterMs] } },
            },
      ]);
      return true;
    },
  };
}
