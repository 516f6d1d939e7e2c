import { type Client, errors } from '@elastic/elasticsearch';
import { bulk } from '../../elastic/bulk';
import { namespaceAlias, sharedIndexOf } from './namespace-alias';
import { firstIndexOf } from './make-index';

/** Rows of a shared index that one request removes. */
const rowsPerRequestMax = 5_000;
/** Namespaces of one search for rows. */
const namespacesPerRequestMax = 500;
/** Share of deleted rows of an index from which its files are rewritten. */
const removedPartMax = 0.25;
const removedRowsMin = 5_000;
const indexesPerRequestMax = 200;

/**
 * Creates the removals of namespaces and of shared indexes.
 *
 * @param forget called with the alias of an index that is about to be removed
 */
export function createRemovals(client: Client, forget: (alias: string) => void) {
  async function removeIndex(namespace: string): Promise<void> {
    const name = namespaceAlias(namespace);
    forget(name);
    const found = await client.indices.getAlias({ name }).catch((error: unknown) => {
      if (error instanceof errors.ResponseError && error.statusCode === 404) return {};
      throw error;
    });
    // The first index may exist without its alias, when a process died while it created the index.
    const index = [...new Set([...Object.keys(found), firstIndexOf(namespace)])];
    await client.indices.delete({ index, ignore_unavailable: true });
  }

  /** Deletes by id, since a plain Elasticsearch may lack the module for delete-by-query. */
  async function removeRows(
    sharedIndex: string,
    namespaces: readonly string[],
    onBatch: () => void,
  ): Promise<void> {
    const index = namespaceAlias(sharedIndex);
    const through = { index, ignore_unavailable: true, allow_no_indices: true } as const;
    for (;;) {
      // The refresh includes recent writes and excludes removed rows.
      await client.indices.refresh(through);
      const { hits } = await client.search({
        ...through,
        query: { bool: { filter: [{ terms: { namespace: [...namespaces] } }] } },
        size: rowsPerRequestMax,
        sort: ['_doc'],
        track_total_hits: false,
        _source: false,
      });
      if (hits.hits.length === 0) return;
      const operations = hits.hits.map(({ _id }) => [{ delete: { _id: _id! } }] as const);
      await bulk(client, index, operations, false);
      onBatch();
    }
  }

  return {
    /**
     * Removes all rows of namespaces: their own indexes, or their rows in shared ones.
     *
     * @param onBatch called after each request
     */
    async removeNamespaces(
      namespaces: readonly string[],
      onBatch: () => void = () => undefined,
    ): Promise<void> {
      const shared = new Map<string, string[]>();
      for (const namespace of namespaces) {
        const sharedIndex = sharedIndexOf(namespace);
        if (sharedIndex === null) {
          await removeIndex(namespace);
          onBatch();
        } else shared.set(sharedIndex, [...(shared.get(sharedIndex) ?? []), namespace]);
      }
      for (const [sharedIndex, those] of shared)
        for (let from = 0; from < those.length; from += namespacesPerRequestMax)
          await removeRows(sharedIndex, those.slice(from, from + namespacesPerRequestMax), onBatch);
    },

    /** Removes a shared index without namespaces. */
    removeSharedIndex: (sharedIndex: string): Promise<void> => removeIndex(sharedIndex),

    /**
     * Makes Elasticsearch rewrite the files of shared indexes with many deleted rows, in the background. By
     * itself it does so only with later writes to the same index.
     */
    async reclaimSpace(sharedIndexes: readonly string[]): Promise<void> {
      for (let from = 0; from < sharedIndexes.length; from += indexesPerRequestMax) {
        const index = sharedIndexes.slice(from, from + indexesPerRequestMax).map(namespaceAlias);
        const { indices = {} } = await client.indices.stats(
          { index, metric: 'docs' },
          { querystring: { ignore_unavailable: true } },
        );
        const due = Object.entries(indices).filter(([, { primaries }]) => {
          const { count = 0, deleted = 0 } = primaries?.docs ?? {};
          return deleted >= removedRowsMin && deleted > removedPartMax * (count + deleted);
        });
        if (due.length === 0) continue;
        await client.indices.forcemerge({
          index: due.map(([name]) => name),
          only_expunge_deletes: true,
          wait_for_completion: false,
        });
      }
    },
  };
}
