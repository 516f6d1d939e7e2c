import { type DocumentRow } from '../contents/documents';
import { indexedState, type IndexedState, type Refresh } from '../search-index';
import { type WriteContext } from './write-context';

/**
 * Updates the search index to the state of versions after the beginning of the call. The index never returns
 * to an older state of a row. Each writer therefore calls this once, after its own write, whatever others
 * write meanwhile: a later writer calls it later, or has died and left a mark in the row.
 *
 * @param refresh `wait_for`: on return searches find the versions in that state, including writes of others
 */
export async function syncSearch(
  ctx: WriteContext,
  versionIds: readonly string[],
  refresh: Refresh,
): Promise<void> {
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
}

/** Update of a row when the search index is up to date. */
const inStep = { searchPending: '', pendingChunks: '' } as const;

const isPending = ({ searchPending }: DocumentRow) => searchPending !== undefined;

/** States of the outdated chunks; of an up-to-date version any one, to wait for its visibility. */
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
