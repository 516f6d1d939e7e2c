import { type Client, type estypes } from '@elastic/elasticsearch';
import { bringForward } from './bring-forward';
import { bulk, type Refresh } from '../../elastic/bulk';
import { type IndexedChunk, type IndexedState } from './chunk-row';
import { namespaceAlias, namespaceAliases, sharedIndexOf } from './namespace-alias';
import { createIndexRebuilding } from './index-rebuilding';
import { makeIndex } from './make-index';
import { createRemovals } from './remove-rows';
import { measureShared, type SharedIndexSizes } from './shared-index-reads';
import { exactVectorRowsMax, vectorField } from './mapping';
import { findUnsearchable, type NamespaceSearch, type SearchAnswer, searchMany } from './search-many';
import { isIndexGone, SearchIndexMissing } from '../../elastic/search-unavailable';
import { createStemFields } from './stem-fields';

/** Rows in one read of vectors. */
const vectorReadsMax = 500;

/**
 * Creates the search index of chunks in Elasticsearch. The id of a namespace says whether it has an index of
 * its own or shares one; indexes are written through an alias. MongoDB is the truth: this index may lag, and
 * can be rebuilt.
 *
 * @param options.refreshInterval time until new rows are visible, in Elasticsearch's format; default its own
 * (1 s)
 */
export function createSearchIndex(client: Client, options: { refreshInterval?: string } = {}) {
  const fitStems = createStemFields(client);
  /** Aliases whose index is known to exist. */
  const present = new Set<string>();
  const known = { ignore_unavailable: true, allow_no_indices: true } as const;

  async function writeRows(
    alias: string,
    rows: readonly { id: string; row: IndexedChunk }[],
    refresh: Refresh,
  ): Promise<void> {
    const fitted = await fitStems(
      alias,
      rows.map(({ row }) => row),
    );
    const operations = rows.map(({ id }, at) => [{ index: { _id: id } }, fitted[at]!] as const);
    await bulk(client, alias, operations, refresh);
  }

  const index = {
    /**
     * Creates the index of a namespace if it is missing. Throws `NoRoomForIndex`.
     *
     * @param dimensions dimensions of the vectors; constant for a shared index
     */
    async ensure(namespace: string, dimensions: number): Promise<void> {
      const alias = namespaceAlias(namespace);
      if (present.has(alias)) return;
      await makeIndex(client, namespace, { dimensions, ...options });
      present.add(alias);
    },

    /** Whether the index of a namespace exists; cached until a write fails to find it. */
    async isThere(namespace: string): Promise<boolean> {
      const alias = namespaceAlias(namespace);
      if (!present.has(alias) && (await client.indices.existsAlias({ name: alias }))) present.add(alias);
      return present.has(alias);
    },

    /** Namespaces whose index searches cannot reach. */
    unsearchable: (namespaces: readonly string[]): Promise<string[]> => findUnsearchable(client, namespaces),

    /**
     * Writes rows by id, replacing existing ones.
     *
     * @throws SearchIndexMissing
     */
    async write(
      namespace: string,
      rows: readonly { id: string; row: IndexedChunk }[],
      refresh: Refresh = false,
    ): Promise<void> {
      const alias = namespaceAlias(namespace);
      try {
        await writeRows(alias, rows, refresh);
      } catch (error) {
        if (!(error instanceof SearchIndexMissing) && !isIndexGone(error)) throw error;
        present.delete(alias);
        fitStems.forget(alias);
        throw new SearchIndexMissing();
      }
    },

    /**
     * Updates the changeable fields of existing rows; their vectors stay. Rows with a later revision keep it,
     * and missing rows are skipped.
     */
    update: (
      namespace: string,
      rows: readonly { id: string; state: IndexedState }[],
      refresh: Refresh,
    ): Promise<void> => bringForward(client, namespaceAlias(namespace), rows, refresh),

    /** Removes rows; missing ones are ignored. */
    async remove(namespace: string, ids: readonly string[]): Promise<void> {
      const operations = ids.map((_id) => [{ delete: { _id } }] as const);
      await bulk(client, namespaceAlias(namespace), operations, false);
    },

    /** Vectors by the ids of their rows; rows without one are left out. */
    async vectors(namespace: string, ids: readonly string[]): Promise<Map<string, number[]>> {
      const vectors = new Map<string, number[]>();
      for (let from = 0; from < ids.length; from += vectorReadsMax) {
        const { docs } = await client.mget<{ vector?: number[] }>(
          {
            index: namespaceAlias(namespace),
            ids: ids.slice(from, from + vectorReadsMax),
            _source_includes: ['vector'],
          },
          { querystring: { _source_exclude_vectors: false } },
        );
        for (const doc of docs) {
          if ('error' in doc && doc.error.type === 'index_not_found_exception')
            throw new SearchIndexMissing();
          if ('error' in doc) throw new Error(`a vector could not be read: ${doc.error.type}`);
          if (doc.found && doc._source?.vector !== undefined) vectors.set(doc._id, doc._source.vector);
        }
      }
      return vectors;
    },

    /**
     * Switches the vector search to a graph once a namespace is large enough. In a shared index the rows of
     * the collection are compared.
     */
    async fitVectorSearch(namespace: string, dimensions: number): Promise<void> {
      if (sharedIndexOf(namespace) !== null) return;
      const { count } = await client.count({ index: namespaceAlias(namespace), ...known });
      if (count <= exactVectorRowsMax) return;
      const properties = { vector: vectorField(dimensions, 'hnsw') };
      await client.indices.putMapping({ index: namespaceAlias(namespace), properties });
    },

    ...createRemovals(client, (alias) => present.delete(alias)),

    /**
     * Searches the indexes of these namespaces. A namespace without documents may have no index, which is not
     * an error. Shared indexes contain other namespaces too: `visibleRows` excludes them.
     */
    search: <T>(
      namespaces: readonly string[],
      request: Omit<estypes.SearchRequest, 'index'>,
    ): Promise<estypes.SearchResponse<T>> =>
      client.search<T>({ ...request, ...known, index: namespaceAliases(namespaces) }),

    /**
     * Runs several searches of the same namespaces with one request, answered in order.
     *
     * @throws when one of them fails or times out
     */
    searchMany: (
      namespaces: readonly string[],
      requests: readonly NamespaceSearch[],
      options: { signal: AbortSignal; timeoutMs: number },
    ): Promise<SearchAnswer[]> => searchMany(client, namespaces, requests, options),

    /** Makes all earlier writes visible to searches. */
    async refresh(namespaces: readonly string[]): Promise<void> {
      await client.indices.refresh({ index: namespaceAliases(namespaces), ...known });
    },

    /**
     * How many rows shared indexes have, and which namespaces in them have many.
     *
     * @param rowsMin of a namespace that has many
     */
    measureShared: (sharedIndexes: readonly string[], rowsMin: number): Promise<SharedIndexSizes> =>
      measureShared(client, sharedIndexes, rowsMin),

    ...createIndexRebuilding(client, options, writeRows),
  };
  return index;
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
