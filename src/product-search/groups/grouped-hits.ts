import { type estypes } from '@elastic/elasticsearch';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { type Query } from '../search/word-queries';
import { type CountedGroups, countGroups, type Grouping, groupsCounted } from './grouping';

/** Name of the hits of a group in the answer of the search engine. */
const membersName = 'members';

export interface AskedPage {
  from: number;
  size: number;
  sort: estypes.SortCombinations[];
}

/** The best hit of a group, and its members, best first. */
export interface GroupHit {
  best: PhysicalHit;
  key: string | undefined;
  /** Hits of the group, the best one first, as many as the grouping shows. */
  members: PhysicalHit[];
  /** Records of the group that the search finds. */
  total: number;
}

/** Asks a physical index, with the settings that all requests of a search share. */
export type AskIndex = (
  request: Parameters<PhysicalIndexes['search']>[1],
) => Promise<estypes.SearchResponse<{ r: string }>>;

/** A page of groups in the order of their best hits, and the records that the query finds. */
export async function groupedHits(
  ask: AskIndex,
  grouping: Grouping,
  query: Query,
  page: AskedPage,
): Promise<{ groups: GroupHit[]; records: number }> {
  if (grouping.isKeyed) {
    const { hits } = await ask({ ...page, query, collapse: collapseOf(grouping, page) });
    return { groups: hits.hits.map((hit) => groupHit(hit, grouping)), records: totalOf(hits.total) };
  }
  return mergedHits(ask, grouping, query, page);
}

/**
 * Records without a value are groups of their own, which the search engine would collapse into one. They are
 * found apart, both lists are merged by the values that they are sorted by, and the page is read by its ids.
 */
async function mergedHits(
  ask: AskIndex,
  grouping: Grouping,
  query: Query,
  { from, size, sort }: AskedPage,
): Promise<{ groups: GroupHit[]; records: number }> {
  const exists: Query = { exists: { field: grouping.field } };
  const list = { from: 0, size: from + size, sort, _source: false };
  const lists = await Promise.all([
    ask({ ...list, query: narrowed(query, exists), collapse: { field: grouping.field } }),
    ask({ ...list, query: narrowed(query, { bool: { must_not: [exists] } }) }),
  ]);
  const records = lists.reduce((sum, { hits }) => sum + totalOf(hits.total), 0);
  const inPage = lists
    .flatMap(({ hits }) => hits.hits)
    .sort(bySortValues(sort))
    .slice(from, from + size);
  if (inPage.length === 0) return { groups: [], records };
  const keys = inPage.flatMap((hit) => keyOf(hit, grouping) ?? []);
  const alone = inPage.filter((hit) => keyOf(hit, grouping) === undefined).map(({ _id }) => _id!);
  const whole = { from: 0, size, sort };
  const [grouped, single] = await Promise.all([
    ask({
      ...whole,
      query: narrowed(query, { terms: { [grouping.field]: keys } }),
      collapse: collapseOf(grouping, whole),
    }),
    ask({ ...whole, query: narrowed(query, { terms: { id: alone } }) }),
  ]);
  const read = [...grouped.hits.hits, ...single.hits.hits];
  const groups = read.sort(bySortValues(sort)).map((hit) => groupHit(hit, grouping));
  return { groups, records };
}

/** Keys of the groups that a query finds, in which no record is alone for want of a value; so many at most. */
export async function keysOfGroups(
  ask: AskIndex,
  { field }: Pick<Grouping, 'field'>,
  query: Query,
  size: number,
): Promise<string[]> {
  const { hits } = await ask({ from: 0, size, query, collapse: { field }, _source: false });
  return hits.hits.flatMap((hit) => keyOf(hit, { field }) ?? []);
}

function collapseOf(
  { field, size }: Grouping,
  { sort }: Pick<AskedPage, 'sort'>,
): estypes.SearchFieldCollapse {
  return { field, inner_hits: { name: membersName, size, sort } };
}

function groupHit(best: PhysicalHit, grouping: Grouping): GroupHit {
  const members = best.inner_hits?.[membersName]?.hits;
  return {
    best,
    key: keyOf(best, grouping),
    members: (members?.hits as PhysicalHit[] | undefined) ?? [best],
    total: members === undefined ? 1 : totalOf(members.total),
  };
}

function keyOf({ fields }: PhysicalHit, { field }: Pick<Grouping, 'field'>): string | undefined {
  return (fields?.[field] as string[] | undefined)?.[0];
}

const narrowed = (query: Query, filter: Query): Query => ({ bool: { must: [query], filter: [filter] } });

/** The order of the search engine, by the values that it sorted hits by; the last is the id. */
function bySortValues(sort: readonly estypes.SortCombinations[]) {
  const isAscending = sort.map(
    (key) => Object.values(key as Record<string, { order: string }>)[0]!.order === 'asc',
  );
  return ({ sort: a = [] }: PhysicalHit, { sort: b = [] }: PhysicalHit): number => {
    for (const [place, ascending] of isAscending.entries()) {
      const isId = place === isAscending.length - 1;
      const order = isId
        ? compare(String(a[place]), String(b[place]))
        : compare(Number(a[place]), Number(b[place]));
      if (order !== 0) return ascending ? order : -order;
    }
    return 0;
  };
}

const compare = <T extends string | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

/** The number of hits, counted in full. */
export function totalOf(total: estypes.SearchHitsMetadata['total']): number {
  return typeof total === 'number' ? total : (total?.value ?? 0);
}

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
