import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { chunkAnalysis } from './analysis';
import { createBringForward } from './bring-forward';
import { createBulk, type Refresh } from '../../elastic/bulk';
import { type IndexedChunk, type IndexedState } from './chunk-row';
import { indexAlias } from '../../elastic/index-alias';
import { chunkMapping, exactVectorRowsMax, vectorField } from './mapping';
import { createSearchMany } from '../../elastic/search-many';
import { NoRoomForIndex } from '../../elastic/search-unavailable';

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
  /** Namespaces whose index is known to be there. */
  const present = new Set<string>();
  const known = { ignore_unavailable: true, allow_no_indices: true } as const;

  const index = {
    /** Makes the index of a namespace where it is missing. Throws `NoRoomForIndex`. */
    async ensure(namespace: string, dimensions: number): Promise<void> {
      if (present.has(namespace)) return;
      const alias = indexAlias(namespace);
      try {
        await client.indices.create({
          index: `${alias}-1`,
          aliases: { [alias]: { is_write_index: true } },
          mappings: chunkMapping(dimensions),
          settings: {
            number_of_shards: 1,
            analysis: chunkAnalysis,
            auto_expand_replicas: '0-1',
            ...(options.refreshInterval !== undefined && { refresh_interval: options.refreshInterval }),
          },
        });
      } catch (error) {
        // Our own request is always the same and valid: what is left is the bound on shards.
        if (hasType(error, 'validation_exception')) throw new NoRoomForIndex(error);
        if (!hasType(error, 'resource_already_exists_exception')) throw error;
      }
      present.add(namespace);
    },

    /** Writes rows under their ids; what is there is replaced. */
    async write(
      namespace: string,
      rows: readonly { id: string; row: IndexedChunk }[],
      refresh: Refresh = false,
    ): Promise<void> {
      const operations = rows.map(({ id, row }) => [{ index: { _id: id } }, row] as const);
      await bulk(indexAlias(namespace), operations, refresh);
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
      const alias = indexAlias(namespace);
      try {
        const found = await client.indices.getAlias({ name: alias });
        await client.indices.delete({ index: Object.keys(found), ignore_unavailable: true });
      } catch (error) {
        if (!(error instanceof errors.ResponseError && error.statusCode === 404)) throw error;
      }
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

function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  const { body } = error as { body?: { error?: { type?: string } } };
  return body?.error?.type === type;
}
