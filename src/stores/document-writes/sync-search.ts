import { type DocumentRow } from '../documents';
import { indexedState, type IndexedState, type Refresh } from '../search-index';
import { type WriteContext } from './write-context';

/** A version that the search index may be behind. */
export interface StaleVersion {
  versionId: string;
  /** Leave it alone unless its row says that the index is behind. */
  onlyPending?: boolean;
  /** The chunks that are concerned; default all. */
  indexes?: readonly number[];
}

/**
 * Brings the search index up to the rows of these versions. Rows that change meanwhile are written again, so that whoever comes
 * last, the index ends with what MongoDB says.
 */
export type SyncSearch = (versions: readonly StaleVersion[], refresh: Refresh) => Promise<void>;

/** Changes of one version in a row that this waits out: as many as there are writers of it at once. */
const roundsMax = 100;

export function createSyncSearch(ctx: WriteContext): SyncSearch {
  return async (versions, refresh) => {
    let stale = [...versions];
    for (let round = 0; stale.length > 0; round++) {
      if (round === roundsMax) throw new Error('a document changes faster than the search index follows');
      stale = await syncOnce(ctx, stale, refresh);
    }
  };
}

/** Answers the versions that have changed in the meantime. */
async function syncOnce(
  ctx: WriteContext,
  stale: readonly StaleVersion[],
  refresh: Refresh,
): Promise<StaleVersion[]> {
  const found = await ctx.rows.documents
    .find({ _id: { $in: stale.map(({ versionId }) => versionId) } })
    .toArray();
  const byId = new Map(found.map((row) => [row._id, row]));
  const due = stale.flatMap((version) => {
    const row = byId.get(version.versionId);
    const skip = row === undefined || (version.onlyPending === true && row.searchPending === undefined);
    return skip ? [] : [{ row, indexes: version.indexes }];
  });
  const byNamespace = new Map<string, { id: string; state: IndexedState }[]>();
  for (const { row, indexes } of due) {
    const states = await statesOf(ctx, row, indexes);
    byNamespace.set(row.namespace, [...(byNamespace.get(row.namespace) ?? []), ...states]);
  }
  for (const [namespace, states] of byNamespace) await ctx.search.update(namespace, states, refresh);
  const changed: StaleVersion[] = [];
  for (const { row } of due) {
    const { matchedCount } = await ctx.rows.documents.updateOne(
      { _id: row._id, revision: row.revision },
      { $unset: { searchPending: '' } },
    );
    if (matchedCount === 0) changed.push({ versionId: row._id });
  }
  return changed;
}

async function statesOf(
  ctx: WriteContext,
  row: DocumentRow,
  indexes: readonly number[] | undefined,
): Promise<{ id: string; state: IndexedState }[]> {
  const chunks = await ctx.rows.chunks
    .find(
      { versionId: row._id, ...(indexes && { index: { $in: [...indexes] } }) },
      { projection: { custom: 1 } },
    )
    .toArray();
  return chunks.map(({ _id, custom }) => ({ id: _id, state: indexedState(row, custom) }));
}
