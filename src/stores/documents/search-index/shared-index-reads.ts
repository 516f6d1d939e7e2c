import { type Client, errors, type estypes } from '@elastic/elasticsearch';
import { namespaceAlias } from './namespace-alias';
import { firstIndexOf } from './make-index';

/** Large namespaces in one result; the next call returns others, when these have moved. */
const largeMax = 1_000;
const indexesPerRequestMax = 200;

/** Sizes of shared indexes. */
export interface SharedIndexSizes {
  /** Number of rows by shared index. */
  rows: Map<string, number>;
  /** Namespaces with many rows, largest first. */
  large: string[];
}

type Counts = Record<'indexes' | 'large', estypes.AggregationsStringTermsAggregate | undefined>;
type Bucket = Pick<estypes.AggregationsStringTermsBucket, 'key' | 'doc_count'>;

/**
 * Counts the rows of shared indexes, and names the namespaces in them that have many.
 *
 * @param rowsMin of a namespace that has many
 */
export async function measureShared(
  client: Client,
  sharedIndexes: readonly string[],
  rowsMin: number,
): Promise<SharedIndexSizes> {
  const sizes: SharedIndexSizes = { rows: new Map(), large: [] };
  for (let from = 0; from < sharedIndexes.length; from += indexesPerRequestMax) {
    const part = await measure(client, sharedIndexes.slice(from, from + indexesPerRequestMax), rowsMin);
    for (const [id, rows] of part.rows) sizes.rows.set(id, rows);
    sizes.large.push(...part.large);
  }
  return sizes;
}

async function measure(
  client: Client,
  sharedIndexes: readonly string[],
  rowsMin: number,
): Promise<SharedIndexSizes> {
  const byName = new Map(sharedIndexes.map((id) => [firstIndexOf(id), id]));
  const aggs: Record<string, estypes.AggregationsAggregationContainer> = {
    indexes: { terms: { field: '_index', size: indexesPerRequestMax } },
    // All rows of a namespace lie in one shard.
    large: {
      terms: { field: 'namespace', size: largeMax, min_doc_count: rowsMin, shard_min_doc_count: rowsMin },
    },
  };
  const { responses } = await client.msearch({
    searches: [
      {
        index: sharedIndexes.map(namespaceAlias),
        ignore_unavailable: true,
        allow_no_indices: true,
        allow_partial_search_results: false,
      },
      { size: 0, track_total_hits: false, aggs },
    ],
  });
  const [answer] = responses;
  if (answer === undefined || 'error' in answer)
    throw new errors.ConnectionError(`shared indexes could not be read: ${answer?.error.type ?? ''}`);
  const { indexes, large } = (answer.aggregations ?? {}) as Counts;
  return {
    rows: new Map(bucketsOf(indexes).map(({ key, doc_count: rows }) => [byName.get(String(key))!, rows])),
    large: bucketsOf(large).map(({ key }) => String(key)),
  };
}

const bucketsOf = (counts: Counts[keyof Counts]): Bucket[] => (counts?.buckets ?? []) as Bucket[];
