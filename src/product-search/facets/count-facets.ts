import { availableParallelism } from 'node:os';
import { type estypes } from '@elastic/elasticsearch';
import { facetTimeMsMax } from '../../domain/products/limits';
import { withJoinedSignal } from '../../joined-signal';
import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { columnsOf, conjunctsOf, filterQuery, type FilterTree } from '../filters';
import { type ResolvedText } from '../search/query-text';
import { type Query } from '../search/word-queries';
import { rankedQuery } from '../search/ranked-query';
import { SearchRefused } from '../search/search-refused';
import { type SearchTarget } from '../search/search-target';
import { type Grouping } from '../groups/grouping';
import { type AskCounts, countInGroups, type FacetValue } from './group-counts';
import { type Facet, type WantedFacets } from './wanted-facets';
import { facetValuesMax } from '../../domain/products/field-table';
import { placeOfPrefix, valuePattern } from './value-search';
import { escapeHtml } from '../matches/highlight';

/** A search whose records are counted. */
export interface CountedSearch {
  text: ResolvedText;
  /** Words that a record must have at least, as the search found them. */
  wordsMin: number;
  filter: FilterTree | null;
  /** Null: counts are of records, else of groups. */
  grouping: Grouping | null;
}

/** Records that a count of a part of them visits. */
const visitedRecordsMax = 20_000;
const retryAfterSeconds = 1;

interface FacetDeps {
  physicalIndexes: Pick<PhysicalIndexes, 'search'>;
  /** Turns that all counts of the process share. */
  facetTurns: TakeTurn;
  /** Time for one request, waiting for its turn included; default half a second. */
  facetTimeMs?: number;
}

/**
 * Counts the facets of a search exactly, in a bounded time. Where that is too short, a request that allows it
 * gets counts of a part of the records.
 *
 * @throws SearchRefused `FACET_TIMEOUT`; and what the search engine fails with
 */
export async function countFacets(
  deps: FacetDeps,
  target: SearchTarget,
  search: CountedSearch,
  wanted: WantedFacets,
  signal: AbortSignal,
): Promise<FacetCounts> {
  const { facetTimeMs = facetTimeMsMax } = deps;
  const parted = partFilters(search.filter, wanted.disjunctive);
  const parts = {
    text: search.text,
    filters: [...target.visible, ...parted.shared],
    preferences: [],
    isExplained: false,
  };
  const query = rankedQuery(parts, search.wordsMin);
  /** Null when the time is over. */
  const attempt = (visited: { terminate_after?: number }) =>
    withJoinedSignal({ signals: [signal], timeoutMs: facetTimeMs }, async ({ signal: joined }) => {
      const ask: AskCounts = async (filters, aggregations) => {
        const body = {
          size: 0,
          query: { bool: { filter: [query, ...filters] } },
          aggregations,
          track_total_hits: false,
          allow_partial_search_results: false,
          ...visited,
        };
        const answer = await deps.physicalIndexes.search(target.physical, body, joined);
        return answer.aggregations ?? {};
      };
      try {
        return await deps.facetTurns(joined, () => countAll(ask, search.grouping, wanted, parted));
      } catch (error) {
        if (joined.aborted && !signal.aborted) return null;
        throw error;
      }
    });
  const exact = await attempt({});
  if (exact !== null) return exact;
  const part = wanted.isApproximate ? await attempt({ terminate_after: visitedRecordsMax }) : null;
  if (part === null) throw tooSlow(facetTimeMs);
  return { ...part, isExact: false };
}

async function countAll(
  ask: AskCounts,
  grouping: Grouping | null,
  wanted: WantedFacets,
  parted: PartedFilters,
): Promise<FacetCounts> {
  const aggregates = await ask([], facetAggregations(wanted, parted, grouping !== null));
  const answer = readFacets(wanted, aggregates as Record<string, FacetAggregate>);
  const { facets, limit, search } = wanted;
  if (grouping !== null) {
    const inGroups = await countInGroups(
      ask,
      grouping,
      facets.map((facet) => ({
        column: facet.column,
        under: filterOf(facet, parted),
        values: answer.counts.get(facet.name) ?? [],
        limit,
      })),
    );
    for (const [place, { name }] of facets.entries())
      if (answer.counts.has(name)) answer.counts.set(name, inGroups[place]!);
  }
  if (grouping !== null && search !== null) {
    const { facet } = search;
    const { values } = answer.search!;
    const found = { column: facet.column, under: filterOf(facet, parted), values, limit: search.limit };
    answer.search!.values = (await countInGroups(ask, grouping, [found]))[0]!;
  }
  if (search !== null) answer.search!.values.splice(search.limit);
  return answer;
}

function tooSlow(timeoutMs: number): SearchRefused {
  const message =
    `Facets were not counted within ${timeoutMs} milliseconds. Try again, name fewer facets in facet_keys, filter more, or ` +
    'take counts of a part of the records with facets_approx.';
  return new SearchRefused('FACET_TIMEOUT', message, {}, retryAfterSeconds);
}

type Aggregation = estypes.AggregationsAggregationContainer;

/** Names of the parts of an aggregation, by the place of its facet. */
const countsName = 'counts';
const minName = 'min';
const maxName = 'max';
/** Name of the aggregation of a search among values. */
const searchName = 'search';
const facetName = (place: number): string => `facet${place}`;

/**
 * Values that are read where they are picked by ourselves: live writes may have brought some since the build.
 */
const readValuesMax = 2 * facetValuesMax;

/** Filters of a request, parted by what facets leave out. */
interface PartedFilters {
  /** Filters that every facet counts under. */
  shared: Query[];
  /** Selections of disjunctive facets, by column. */
  selections: ReadonlyMap<string, readonly Query[]>;
}

/**
 * Parts a filter: a condition on nothing but one disjunctive facet is a selection of it. Conditions that mix
 * fields belong to no facet.
 */
function partFilters(tree: FilterTree | null, disjunctive: ReadonlySet<string>): PartedFilters {
  const shared: Query[] = [];
  const selections = new Map<string, Query[]>();
  for (const part of tree === null ? [] : conjunctsOf(tree)) {
    const [column, other] = columnsOf(part);
    const query = filterQuery(part);
    if (column === undefined || other !== undefined || !disjunctive.has(column)) shared.push(query);
    else selections.set(column, [...(selections.get(column) ?? []), query]);
  }
  return { shared, selections };
}

/** Whether the values of a facet are counted: at most 1,000 differ, and they are no dates. */
function isCounted({ type, distinct }: Facet): boolean {
  return type !== 'date' && distinct <= facetValuesMax;
}

/** Whether a facet has a smallest and a largest value. */
function hasStats({ type }: Facet): boolean {
  return type === 'number' || type === 'date';
}

/**
 * Aggregations that count facets. Each leaves out the selections of its own facet, if that is disjunctive, so
 * that one request does for all.
 *
 * @param isGrouped all values are read, since those of most groups are picked later
 */
function facetAggregations(
  { facets, limit, withStats, search }: WantedFacets,
  filters: PartedFilters,
  isGrouped: boolean,
): Record<string, Aggregation> {
  const under = (facet: Facet, parts: Record<string, Aggregation>): Aggregation => ({
    filter: filterOf(facet, filters),
    aggs: parts,
  });
  const aggregations = facets.map((facet, place): [string, Aggregation] => {
    const { column: field } = facet;
    const parts: Record<string, Aggregation> = {};
    if (isCounted(facet)) parts[countsName] = { terms: { field, size: isGrouped ? readValuesMax : limit } };
    if (hasStats(facet) && (withStats || !isCounted(facet))) {
      parts[minName] = { min: { field } };
      parts[maxName] = { max: { field } };
    }
    return [facetName(place), under(facet, parts)];
  });
  if (search !== null)
    aggregations.push([searchName, under(search.facet, { [countsName]: searchTerms(search) })]);
  return Object.fromEntries(aggregations);
}

/** The filter of a facet: the selections of the other disjunctive ones. */
function filterOf(facet: Facet, { selections }: PartedFilters): Query {
  const others = [...selections].flatMap(([column, queries]) => (column === facet.column ? [] : queries));
  return others.length === 0 ? { match_all: {} } : { bool: { filter: others } };
}

/** Reads all values of a facet with few, picked later by their folded text; else those that match. */
function searchTerms({ facet, prefix, limit }: NonNullable<WantedFacets['search']>): Aggregation {
  const { column: field } = facet;
  if (isCounted(facet)) return { terms: { field, size: readValuesMax } };
  return { terms: { field, size: limit, include: valuePattern(prefix) } };
}

/** A found value with `<em>` around what was searched, escaped for HTML. */
interface FoundFacetValue extends FacetValue {
  highlighted: string;
}

export interface FacetCounts {
  /** Values by facet, the most frequent first; facets without counts are absent. */
  counts: Map<string, FacetValue[]>;
  /** Smallest and largest value by facet; dates are Unix milliseconds. Facets without values are absent. */
  stats: Map<string, { min: number; max: number }>;
  search: { field: string; values: FoundFacetValue[] } | null;
  /** False for counts of a part of the records. */
  isExact: boolean;
  /** Names of the facets that have no counts: more than 1,000 of their values differ, or they are dates. */
  uncounted: string[];
  /** Facets of the index that are left out, since there are too many. */
  leftOut: number;
}

interface FacetAggregate {
  [countsName]?: { buckets: { key: string | number; key_as_string?: string; doc_count: number }[] };
  [minName]?: { value: number | null };
  [maxName]?: { value: number | null };
}

/** Reads the answers to `facetAggregations`; of a search among values it gives all that were found. */
function readFacets(
  { facets, search, leftOut, onlyWithValues }: WantedFacets,
  found: Readonly<Record<string, FacetAggregate>>,
): FacetCounts {
  const answer: FacetCounts = {
    counts: new Map(),
    stats: new Map(),
    search: null,
    isExact: true,
    uncounted: facets.filter((facet) => !isCounted(facet)).map(({ name }) => name),
    leftOut,
  };
  for (const [place, facet] of facets.entries()) {
    const aggregate = found[facetName(place)] ?? {};
    if (isCounted(facet)) answer.counts.set(facet.name, valuesOf(facet, aggregate));
    const min = aggregate[minName]?.value ?? null;
    const max = aggregate[maxName]?.value ?? null;
    if (min !== null && max !== null) answer.stats.set(facet.name, { min, max });
  }
  for (const name of onlyWithValues) {
    if (answer.stats.has(name) || (answer.counts.get(name)?.length ?? 0) > 0) continue;
    answer.counts.delete(name);
    answer.uncounted = answer.uncounted.filter((other) => other !== name);
  }
  if (search !== null) {
    const { facet, field, prefix } = search;
    const values = valuesOf(facet, found[searchName] ?? {}).flatMap((value) => foundValue(value, prefix));
    answer.search = { field, values };
  }
  return answer;
}

function valuesOf({ type }: Facet, aggregate: FacetAggregate): FacetValue[] {
  return (aggregate[countsName]?.buckets ?? []).map(({ key, doc_count: count }) => ({
    value: type === 'bool' ? key === 1 : key,
    count,
  }));
}

/** A value that begins with a text, or a word of which does; none else. */
function foundValue({ value, count }: FacetValue, prefix: string): FoundFacetValue[] {
  const text = String(value);
  const place = placeOfPrefix(text, prefix);
  if (place === null) return [];
  const { start, end } = place;
  const marked = end === start ? '' : `<em>${escapeHtml(text.slice(start, end))}</em>`;
  const highlighted = `${escapeHtml(text.slice(0, start))}${marked}${escapeHtml(text.slice(end))}`;
  return [{ value, count, highlighted }];
}

/** Requests for facets at once, for each processor: an aborted one continues for a while. */
const requestsPerProcessor = 2;

/** Does work when it is its turn; a turn that is not taken when the signal aborts is given up. */
export type TakeTurn = <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;

/**
 * Creates the turns of requests for facets, of which two are taken at once for each processor; others wait in
 * line.
 */
export function createFacetTurns(): TakeTurn {
  let free = requestsPerProcessor * availableParallelism();
  const line: (() => void)[] = [];

  async function enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const leave = () => {
        line.splice(line.indexOf(enterNow), 1);
        reject(signal.reason as Error);
      };
      const enterNow = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      signal.addEventListener('abort', leave, { once: true });
      line.push(enterNow);
    });
  }

  function exit(): void {
    const next = line.shift();
    if (next === undefined) free++;
    else next();
  }

  return async (signal, work) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      exit();
    }
  };
}
