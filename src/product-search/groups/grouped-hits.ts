import { type estypes } from '@elastic/elasticsearch';
import { type PhysicalHit, type PhysicalIndexes } from '../../stores/products/physical-index';
import { type Query } from '../search/word-query';
import { type Grouping } from './grouping';

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

function collapseOf(
  { field, size }: Grouping,
  { sort }: Pick<AskedPage, 'sort'>,
): estypes.SearchFieldCollapse {
  return { field, inner_hits: { name: membersName, size, sort, track_scores: true } };
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

function keyOf({ fields }: PhysicalHit, { field }: Grouping): string | undefined {
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
