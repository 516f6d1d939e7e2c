import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { createBringForward } from './bring-forward';
import { createBulk, type Refresh } from '../../elastic/bulk';
import { type IndexedChunk, type IndexedState } from './chunk-row';
import { indexAlias } from '../../elastic/index-alias';
import { firstIndexOf, makeIndex } from './make-index';
import { exactVectorRowsMax, vectorField } from './mapping';
import { createSearchMany } from '../../elastic/search-many';
import { createStemFields } from './stem-fields';

/** Rows whose vectors are read back with one request. */
const vectorReadsMax = 500;

/**
 * The chunks as they are searched: one Elasticsearch index for each namespace, written through an alias.
 * MongoDB is the truth; this may be a moment behind, and can be made again.
 *
 * @param options.refreshInterval how soon new rows are found, as Elasticsearch writes durations; default its
 *   own (1 s)
 */
export function createSearchIndex(client: Client, options: { refreshInterval?: string } = {}) {
  const bulk = createBulk(client);
  const bringForward = createBringForward(client, bulk);
  const searchMany = createSearchMany(client);
  const fitStems = createStemFields(client);
  /** Namespaces whose index is known to be there. */
  const present = new Set<string>();
  const known = { ignore_unavailable: true, allow_no_indices: true } as const;

  const index = {
    /** Makes the index of a namespace where it is missing. Throws `NoRoomForIndex`. */
    async ensure(namespace: string, dimensions: number): Promise<void> {
      if (present.has(namespace)) return;
      await makeIndex(client, namespace, { dimensions, ...options });
      present.add(namespace);
    },

    /** Writes rows under their ids; what is there is replaced. */
    async write(
      namespace: string,
      rows: readonly { id: string; row: IndexedChunk }[],
      refresh: Refresh = false,
    ): Promise<void> {
      const alias = indexAlias(namespace);
      const fitted = await fitStems(
        alias,
        rows.map(({ row }) => row),
      );
      const operations = rows.map(({ id }, at) => [{ index: { _id: id } }, fitted[at]!] as const);
      await bulk(alias, operations, refresh);
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
          if ('error' in doc) throw new Error(`a vector could not be read: ${doc.error.type}`);
          if (doc.found && doc._source?.vector !== undefined) vectors.set(doc._id, doc._source.vector);
        }
      }
      return vectors;
    },

    /** Goes over from comparing all vectors to a graph once a namespace has so many rows that it pays. */
    async fitVectorSearch(namespace: string, dimensions: number): Promise<void> {
      const { count } = await client.count({ index: indexAlias(namespace), ...known });
      if (count <= exactVectorRowsMax) return;
      const properties = { vector: vectorField(dimensions, 'hnsw') };
      await client.indices.putMapping({ index: indexAlias(namespace), properties });
    },

    /** Removes a namespace's index. */
    async removeNamespace(namespace: string): Promise<void> {
      present.delete(namespace);
      const name = indexAlias(namespace);
      const found = await client.indices.getAlias({ name }).catch((error: unknown) => {
        if (error instanceof errors.ResponseError && error.statusCode === 404) return {};
        throw error;
      });
      // The first may be there without its alias, when a process died while it made it.
      const index = [...new Set([...Object.keys(found), firstIndexOf(namespace)])];
      await client.indices.delete({ index, ignore_unavailable: true });
    },

    /**
     * Searches the indexes of these namespaces; one that has no document yet has no index, which is no error.
     */
    search: <T>(
      namespaces: readonly string[],
      request: Omit<estypes.SearchRequest, 'index'>,
    ): Promise<estypes.SearchResponse<T>> =>
      client.search<T>({ ...request, ...known, index: namespaces.map(indexAlias) }),

    /**
     * Several searches of the same namespaces with one request, answered in order.
     *
     * @throws as soon as one of them fails or is not done in time
     */
    searchMany,

    /** Lets searches find all that was written so far. */
    async refresh(namespaces: readonly string[]): Promise<void> {
      await client.indices.refresh({ index: namespaces.map(indexAlias), ...known });
    },
  };
  return index;
}

export type SearchIndex = ReturnType<typeof createSearchIndex>;
