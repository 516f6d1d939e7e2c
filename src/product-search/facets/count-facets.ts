import { availableParallelism } from 'node:os';
import { facetTimeMsMax } from '../../domain/products/limits';
import { withJoinedSignal } from '../../joined-signal';
import { type PhysicalIndexes } from '../../stores/products/physical-index';
import { type FilterTree } from '../filters';
import { type QueryText } from '../search/query-text';
import { rankedQuery } from '../search/ranked-query';
import { SearchRefused } from '../search/search-refused';
import { type SearchTarget } from '../search/search-target';
import { type Grouping } from '../groups/grouping';
import { facetAggregations, filterOf, type PartedFilters, partFilters } from './facet-aggregations';
import { type FacetAggregate, type FacetCounts, readFacets } from './facet-answer';
import { type AskCounts, countInGroups } from './group-counts';
import { createTurns } from './turns';
import { type WantedFacets } from './wanted-facets';

/** A search whose records are counted. */
export interface CountedSearch {
  text: QueryText;
  /** Words that a record must have at least, as the search found them. */
  wordsMin: number;
  filter: FilterTree | null;
  /** Null: counts are of records, else of groups. */
  grouping: Grouping | null;
}

/** Counts the facets of a search; see {@link createFacetCounter}. */
export type FacetCounter = (
  target: SearchTarget,
  search: CountedSearch,
  wanted: WantedFacets,
  signal: AbortSignal,
) => Promise<FacetCounts>;

/** Requests for facets at once, for each processor: an aborted one continues for a while. */
const requestsPerProcessor = 2;
/** Records that a count of a part of them visits. */
const visitedRecordsMax = 20_000;
const retryAfterSeconds = 1;

/**
 * Creates the function that counts the facets of a search exactly, in at most half a second. Where that is
 * too short, a request that allows it gets counts of a part of the records.
 *
 * @param timeoutMs time for one request, waiting for its turn included
 * @throws SearchRefused `FACET_TIMEOUT`; and what the search engine fails with
 */
export function createFacetCounter(
  { physicalIndexes }: { physicalIndexes: Pick<PhysicalIndexes, 'search'> },
  timeoutMs = facetTimeMsMax,
): FacetCounter {
  const takeTurn = createTurns(requestsPerProcessor * availableParallelism());

  return async (target, search, wanted, signal) => {
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
      withJoinedSignal({ signals: [signal], timeoutMs }, async ({ signal: joined }) => {
        const ask: AskCounts = async (filters, aggregations) => {
          const body = {
            size: 0,
            query: { bool: { filter: [query, ...filters] } },
            aggregations,
            track_total_hits: false,
            allow_partial_search_results: false,
            ...visited,
          };
          const answer = await physicalIndexes.search(target.physical, body, joined);
          return answer.aggregations ?? {};
        };
        try {
          return await takeTurn(joined, () => countAll(ask, search.grouping, wanted, parted));
        } catch (error) {
          if (joined.aborted && !signal.aborted) return null;
          throw error;
        }
      });
    const exact = await attempt({});
    if (exact !== null) return exact;
    const part = wanted.isApproximate ? await attempt({ terminate_after: visitedRecordsMax }) : null;
    if (part === null) throw tooSlow(timeoutMs);
    return { ...part, isExact: false };
  };
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
