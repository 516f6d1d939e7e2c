import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { NoRoomForIndex } from '../../elastic/search-unavailable';
import { buildingSettings, type Columns, physicalMapping } from './mapping';
import { writeDocuments, writeAlias, type PhysicalDocument, type RefusedDocument } from './write-documents';

const searchTimeoutMs = 10_000;
const copiesWaitSeconds = 2;
/** Most values of a column whose counts are added up. */
const countedValuesMax = 2_000;

/** Builds of fewer records are left as they are: they have few segments. */
const mergedRecordsMin = 10_000;
/** Records of a segment at most, so that a search of a large build may use several processors. */
const segmentRecordsMax = 500_000;

/** A hit; its source contains only the text of the record. */
export type PhysicalHit = estypes.SearchHit<{ r: string }>;

/** Alias of an index. Searches do not use it: they read the row of the index. */
export function productAlias(indexId: string): string {
  return `sheaf-products-${indexId.toLowerCase()}`;
}

export function physicalName(indexName: string, buildId: string): string {
  return `${indexName}__${buildId.toLowerCase()}`;
}

/**
 * Creates the physical indexes of builds in Elasticsearch. MongoDB is the truth; each index can be built
 * again.
 *
 * Every function may throw an error for which `isSearchUnavailable` is true.
 */
export function createPhysicalIndexes(client: Client) {
  return {
    /** Creates an empty index, if it is missing. @throws NoRoomForIndex */
    async create(physical: string, columns: Columns, vectorDimensions: number | null = null): Promise<void> {
      try {
        await client.indices.create({
          index: physical,
          aliases: { [writeAlias(physical)]: { is_write_index: true } },
          mappings: physicalMapping(columns, vectorDimensions),
          settings: buildingSettings,
        });
      } catch (error) {
        if (hasType(error, 'validation_exception')) throw new NoRoomForIndex(error);
        if (!hasType(error, 'resource_already_exists_exception')) throw error;
      }
    },

    /** Tells early that the nodes take no further index. @throws NoRoomForIndex */
    requireRoom: (): Promise<void> => requireRoom(client),

    /** Writes documents; answers those that the search engine refuses. */
    write: (physical: string, documents: readonly PhysicalDocument[]): Promise<RefusedDocument[]> =>
      writeDocuments(client, physical, documents),

    exists: (physical: string): Promise<boolean> => client.indices.exists({ index: physical }),

    /** Makes all earlier writes visible to searches. */
    async refresh(physical: string): Promise<void> {
      await client.indices.refresh({ index: physical });
    },

    /** Number of documents visible to searches. */
    async count(physical: string): Promise<number> {
      const { count } = await client.count({ index: physical });
      return count;
    },

    /** Searches, for at most 10 seconds. */
    search: (
      physical: string,
      request: Omit<estypes.SearchRequest, 'index'>,
      signal?: AbortSignal,
    ): Promise<estypes.SearchResponse<{ r: string }>> =>
      client.search<{ r: string }>(
        { ...request, index: physical },
        { requestTimeout: searchTimeoutMs, ...(signal === undefined ? {} : { signal }) },
      ),

    /** For each column, the sum of the counts of its values and the number of values. */
    async facetSums(
      physical: string,
      columns: readonly string[],
    ): Promise<Map<string, { counted: number; values: number }>> {
      const aggregations: Record<string, estypes.AggregationsAggregationContainer> = {};
      for (const column of columns) {
        aggregations[`${column}.counts`] = { terms: { field: column, size: countedValuesMax } };
        aggregations[`${column}.values`] = { value_count: { field: column } };
      }
      const found = await client.search<unknown, Record<string, FacetSum>>({
        index: physical,
        size: 0,
        aggregations,
      });
      return new Map(columns.map((column) => [column, sumOf(found.aggregations ?? {}, column)]));
    },

    /** Prepares a build for serving: adds replicas, if the cluster has room for them, and refreshes. */
    async open(physical: string): Promise<void> {
      await client.indices.putSettings({
        index: physical,
        settings: { refresh_interval: '1s', auto_expand_replicas: '0-1' },
      });
    },

    /**
     * Makes Elasticsearch merge the segments of a build in the background. A search looks up each of its words
     * in each segment.
     */
    async startMerge(physical: string, records: number): Promise<void> {
      if (records < mergedRecordsMin) return;
      await client.indices.forcemerge({
        index: physical,
        max_num_segments: Math.ceil(records / segmentRecordsMax),
        wait_for_completion: false,
      });
    },

    async dataNodes(): Promise<number> {
      const { number_of_data_nodes: nodes } = await client.cluster.health({});
      return nodes;
    },

    /** Waits a few seconds for all replicas of a physical index. Returns whether they exist. */
    async hasAllCopies(physical: string, signal: AbortSignal): Promise<boolean> {
      const { timed_out: isLate } = await client.cluster.health(
        {
          index: physical,
          wait_for_status: 'green',
          wait_for_no_initializing_shards: true,
          timeout: `${copiesWaitSeconds}s`,
        },
        // Status of a timeout.
        { ignore: [408], signal },
      );
      return !isLate;
    },

    /** Moves the alias of an index to a physical index, atomically. */
    async pointAlias(indexId: string, physical: string): Promise<void> {
      const alias = productAlias(indexId);
      await client.indices.updateAliases({
        actions: [{ remove: { index: '*', alias, must_exist: false } }, { add: { index: physical, alias } }],
      });
    },

    /** Removes a physical index, if it exists. */
    async drop(physical: string): Promise<void> {
      await client.indices.delete({ index: physical, ignore_unavailable: true });
    },
  };
}

/** Results of the aggregations of `facetSums`. */
interface FacetSum {
  value?: number;
  sum_other_doc_count?: number;
  buckets?: { doc_count: number }[];
}

function sumOf(found: Record<string, FacetSum>, column: string): { counted: number; values: number } {
  const { buckets = [], sum_other_doc_count: others = 0 } = found[`${column}.counts`] ?? {};
  const counted = buckets.reduce((sum, { doc_count: count }) => sum + count, others);
  return { counted, values: found[`${column}.values`]?.value ?? 0 };
}

export type PhysicalIndexes = ReturnType<typeof createPhysicalIndexes>;

function hasType(error: unknown, type: string): boolean {
  if (!(error instanceof errors.ResponseError)) return false;
  const { body } = error as { body?: { error?: { type?: string } } };
  return body?.error?.type === type;
}

/** Setting of Elasticsearch, and its default. */
const setting = 'cluster.max_shards_per_node';

const defaultMax = 1_000;

/**
 * Checks early that the cluster has room for another index. The creation itself decides: indexes that others
 * create meanwhile are not foreseen.
 *
 * @throws NoRoomForIndex
 */
async function requireRoom(client: Client): Promise<void> {
  const [health, settings] = await Promise.all([
    client.cluster.health({}),
    client.cluster.getSettings({ flat_settings: true }),
  ]);
  const { active_shards: active, initializing_shards: starting, unassigned_shards: waiting } = health;
  const given = (settings.transient[setting] ?? settings.persistent[setting]) as string | undefined;
  const max = Number(given ?? defaultMax) * health.number_of_data_nodes;
  if (active + starting + waiting >= max) throw new NoRoomForIndex();
}
