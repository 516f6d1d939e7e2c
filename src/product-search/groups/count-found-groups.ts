import { type estypes } from '@elastic/elasticsearch';
import { type Query } from '../search/word-query';
import { countGroups, type CountedGroups, groupsCounted } from './count-groups';
import { type AskIndex, totalOf } from './grouped-hits';
import { type Grouping } from './grouping';

/** Groups that one request lists, and requests that list them before their number is estimated. */
const groupsPerRequest = 10_000;
const requestsMax = 10;

/** The number of groups that a query finds, records without a value being one each. */
export async function countFoundGroups(
  ask: AskIndex,
  { field, isKeyed, isCoded }: Grouping,
  query: Query,
): Promise<{ total: number; isExact: boolean }> {
  const counted = { from: 0, size: 0, query };
  if (isCoded) {
    const { aggregations } = await ask({
      ...counted,
      track_total_hits: false,
      aggregations: { groups: countGroups() },
    });
    return { total: groupsCounted(aggregations!.groups as unknown as CountedGroups), isExact: true };
  }
  const without: Query = { bool: { must_not: [{ exists: { field } }] } };
  const alone = isKeyed
    ? 0
    : totalOf((await ask({ ...counted, query: { bool: { filter: [query, without] } } })).hits.total);
  let listed = 0;
  let after: Record<string, estypes.FieldValue> | undefined;
  for (let request = 0; request < requestsMax; request++) {
    const { aggregations } = await ask({
      ...counted,
      track_total_hits: false,
      aggregations: {
        groups: {
          composite: {
            size: groupsPerRequest,
            sources: [{ group: { terms: { field } } }],
            ...(after === undefined ? {} : { after }),
          },
        },
      },
    });
    const { buckets, after_key: next } = aggregations!.groups as estypes.AggregationsCompositeAggregate;
    listed += (buckets as unknown[]).length;
    if (next === undefined || (buckets as unknown[]).length < groupsPerRequest)
      return { total: alone + listed, isExact: true };
    after = next;
  }
  const { aggregations } = await ask({
    ...counted,
    track_total_hits: false,
    aggregations: { groups: { cardinality: { field, precision_threshold: 40_000 } } },
  });
  const { value } = aggregations!.groups as estypes.AggregationsCardinalityAggregate;
  return { total: alone + value, isExact: false };
}
