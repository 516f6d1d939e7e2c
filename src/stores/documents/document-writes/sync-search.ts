import { type DocumentRow } from '../contents/documents';
import { indexedState, type IndexedState, type Refresh } from '../search-index';
import { type WriteContext } from './write-context';

/**
 * Brings the search index up to the rows of versions, as they stand after the call began. The index never
 * goes back to an older state of a row, so that each writer does this once, for what it has written, whatever
 * others write meanwhile: who writes later comes later, or has died and left a mark in the row.
 *
 * @param refresh `wait_for`: searches find the versions as they stand when it returns, also what another
 *   writer has just put into the index
 */
export type SyncSearch = (versionIds: readonly string[], refresh: Refresh) => Promise<void>;

/** See {@link SyncSearch}. */
export function createSyncSearch(ctx: WriteContext): SyncSearch {
  return async (versionIds, refresh) => {
    if (versionIds.length === 0) return;
    const found = await ctx.rows.documents.find({ _id: { $in: [...versionIds] } }).toArray();
    const due = refresh === 'wait_for' ? found : found.filter(isPending);
    const byNamespace = new Map<string, { id: string; state: IndexedState }[]>();
    for (const row of due) {
      const states = await statesOf(ctx, row);
      byNamespace.set(row.namespace, [...(byNamespace.get(row.namespace) ?? []), ...states]);
    }
    for (const [namespace, states] of byNamespace) await ctx.search.update(namespace, states, refresh);
    const marks = due.filter(isPending).map(({ _id, revision }) => ({
      updateOne: {
        filter: { _id, revision },
        update: { $unset: inStep },
      },
    }));
    if (marks.length > 0) await ctx.rows.documents.bulkWrite(marks);
  };
}

/** Fields that are removed when the search index has caught up. */
const inStep = { searchPending: '', pendingChunks: '' } as const;

const isPending = ({ searchPending }: DocumentRow) => searchPending !== undefined;

/**
 * States of the chunks that the search index may be behind; of a version that it is not behind any one, to
 * wait for it.
 */
async function statesOf(ctx: WriteContext, row: DocumentRow): Promise<{ id: string; state: IndexedState }[]> {
  const { _id: versionId, pendingChunks } = row;
  const chunks = await ctx.rows.chunks
    .find(
      { versionId, ...(pendingChunks && { index: { $in: pendingChunks } }) },
      { projection: { custom: 1 } },
    )
    .limit(isPending(row) ? 0 : 1)
    .toArray();
  return chunks.map(({ _id, custom }) => ({ id: _id, state: indexedState(row, custom) }));
}
