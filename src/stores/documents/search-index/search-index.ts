import { type Client, type estypes } from '@elastic/elasticsearch';
import { createBringForward } from './bring-forward';
import { createBulk, type Refresh } from '../../elastic/bulk';
import { type IndexedChunk, type IndexedState } from './chunk-row';
import { indexAlias, indexAliases, sharedIndexOf } from '../../elastic/index-alias';
import { createIndexRebuilding } from './index-rebuilding';
import { makeIndex } from './make-index';
import { createRemovals } from './remove-rows';
import { createSharedIndexReads } from './shared-index-reads';
import { exactVectorRowsMax, vectorField } from './mapping';
import { createSearchMany, findUnsearchable } from '../../elastic/search-many';
import { isIndexGone, SearchIndexMissing } from '../../elastic/search-unavailable';
import { createStemFields } from './stem-fields';

/** Rows whose vectors are read back with one request. */
const vectorReadsMax = 500;

/**
 * The chunks as they are searched, in Elasticsearch: a namespace has an index of its own or lies in one with
 * others, as its id says; indexes are written through an alias. MongoDB is the truth; this may be a moment behind, and can be made again.
 *
 * @param options.refreshInterval how soon new rows are found, as Elasticsearch writes durations; default its
 *   own (1 s)
 */
export function createSearchIndex(client: Client, options: { refreshInterval?: string } = {}) {
  const bulk = createBulk(client);
  const bringForward = createBringForward(client, bulk);
  const searchMany = createSearchMany(client);
  const fitStems = createStemFields(client);
  /** Aliases whose index is known to be there. */
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
    await bulk(alias, operations, refresh);
  }

  const index = {
    /**
     * Makes the index that a namespace lies in where it is missing. Throws `NoRoomForIndex`.
     *
     * @param dimensions of the vectors; of a shared index always the same
     */
    async ensure(namespace: string, dimensions: number): Promise<void> {
      const alias = indexAlias(namespace);
      if (present.has(alias)) return;
      await makeIndex(client, namespace, { dimensions, ...options });
      present.add(alias);
    },

    /** Whether the index that a namespace lies in is there; remembered until a write misses it. */
    async isThere(namespace: string): Promise<boolean> {
      const alias = indexAlias(namespace);
      if (!present.has(alias) && (await client.indices.existsAlias({ name: alias }))) present.add(alias);
      return present.has(alias);
    },

    /** Namespaces whose index no search reaches. */
    unsearchable: (namespaces: readonly string[]): Promise<string[]> => findUnsearchable(client, namespaces),

    /**
     * Writes rows under their ids; what is there is replaced.
     *
     * @throws SearchIndexMissing
     */
    async write(
      namespace: string,
      rows: readonly { id: string; row: IndexedChunk }[],
      refresh: Refresh = false,
    ): Promise<void> {
      const alias = indexAlias(namespace);
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
     * Changes what may change of rows that are there; their vectors stay. A row that has a later revision
     * keeps it, and rows that are not there are passed over.
     */
    update: (
      namespace: string,
      rows: readonly { id: string; state: IndexedState }[],
      refresh: Refresh,
    ): Promise<void> => bringForward(indexAlias(namespace), rows, refresh),

    /** Removes rows; those that are not there are no error. */
    async remove(namespace: string, ids: readonly string[]): Promise<void> {
      const operations = ids.map((_id) => [{ delete: { _id } }] as const);
      await bulk(indexAlias(namespace), operations, false);
    },

    /** Vectors by the ids of their rows; those without one are not in the answer. */
    async vectors(namespace: string, ids: readonly string[]): Promise<Map<string, number[]>> {
      const vectors = new Map<string, number[]>();
      for (let from = 0; from < ids.length; from += vectorReadsMax) {
        const { docs } = await client.mget<{ vector?: number[] }>(
          {
            index: indexAlias(namespace),
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
     * Goes over from comparing all vectors to a graph once a namespace has so many rows that it pays. In a
     * shared index the rows of the collection are compared.
     */
    async fitVectorSearch(namespace: string, dimensions: number): Promise<void> {
      if (sharedIndexOf(namespace) !== null) return;
      const { count } = await client.count({ index: indexAlias(namespace), ...known });
      if (count <= exactVectorRowsMax) return;
      const properties = { vector: vectorField(dimensions, 'hnsw') };
      await client.indices.putMapping({ index: indexAlias(namespace), properties });
    },

    ...createRemovals(client, bulk, (alias) => present.delete(alias)),

    /**
     * Searches the indexes that these namespaces lie in; one that has no document yet may have no index, which
     * is no error. Other namespaces may lie there too: `visibleRows` leaves them out.
     */
    search: <T>(
      namespaces: readonly string[],
      request: Omit<estypes.SearchRequest, 'index'>,
    ): Promise<estypes.SearchResponse<T>> =>
      client.search<T>({ ...request, ...known, index: indexAliases(namespaces) }),

    /**
     * Several searches of the same namespaces with one request, answered in order.
     *
     * @throws as soon as one of them fails or is not done in time
     */
    searchMany,

    /** Lets searches find all that was written so far. */
    async refresh(namespaces: readonly string[]): Promise<void> {
      await client.indices.refresh({ index: indexAliases(namespaces), ...known });
    },

    ...createSharedIndexReads(client),

    ...createIndexRebuilding(client, options, writeRows),
  };
  return index;
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
