import { type estypes } from '@elastic/elasticsearch';
import { groupPartsMax, groupsOfEstimate } from '../../domain/products/group-code';

/** The largest threshold that Elasticsearch takes: the sketch of a whole part stays small. */
const preciseMax = 40_000;

/**
 * Aggregation that counts the groups of what a query matches, or of a bucket of it; {@link groupsCounted} reads
 * its answer. Exact for builds whose groups have codes.
 *
 * @param recordsMax records that are counted at most; sketches for few records are smaller. Default: any number
 */
export function countGroups(recordsMax = Infinity): estypes.AggregationsAggregationContainer {
  const threshold = Math.min(preciseMax, recordsMax);
  return {
    terms: { field: 'gp', size: groupPartsMax },
    aggs: { groups: { cardinality: { field: 'g', precision_threshold: threshold } } },
  };
}

/** Answer to {@link countGroups}. */
export interface CountedGroups {
  buckets: { groups: { value: number } }[];
}

export function groupsCounted({ buckets }: CountedGroups): number {
  return buckets.reduce((sum, { groups }) => sum + groupsOfEstimate(groups.value), 0);
}
