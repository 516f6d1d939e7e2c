import { type Caller } from '../../../domain/platform/caller';
import {
  completeQuery,
  type DescribedHit,
  describeHits,
  suggestQueries,
  type Suggestion,
} from '../../../product-search';
import { withEngineFailures } from './engine-failures';
import { type SearchQuery, type SentFilters, wantedFilter, wantedGrouping } from './query';
import { type SearchDeps, type ServedIndex, withServedIndex } from './serve';

/** A query that is being typed. */
export interface BegunQuery extends SentFilters, Pick<SearchQuery, 'query' | 'typos'> {
  /** Answers at most. */
  limit: number;
}

/** A begun query whose records are asked for. */
export interface TypeaheadQuery extends BegunQuery, Pick<SearchQuery, 'highlight'> {
  /** Id of the hit that stays first among equals; null for none. */
  keepsFirst: string | null;
}

/** Answer to a begun query. */
interface Answered {
  served: ServedIndex;
  engineMs: number;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/** Records that a begun query may mean. */
export interface AnsweredTypeahead extends Answered {
  hits: DescribedHit[];
}

/** Queries that a begun one may become. */
export interface AnsweredSuggestions extends Answered {
  suggestions: Suggestion[];
}

/** Records that suggestions are made of. */
const suggestingRecords = 50;

/**
 * Finds the records that a begun query may mean.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `FILTER_INVALID`, `UPSTREAM_ERROR`,
 *   `UPSTREAM_TIMEOUT`
 */
export async function completeInIndex(
  deps: SearchDeps,
  caller: Caller,
  index: string,
  asked: TypeaheadQuery,
  signal: AbortSignal,
): Promise<AnsweredTypeahead> {
  return timed(() =>
    withServedIndex(deps, caller, index, { asked, signal }, async (served) => {
      const { text, hits, engineMs } = await complete(deps, served, asked, signal);
      const style = { highlight: asked.highlight, preferences: [], isExplained: false };
      const described = await describeHits(served.target, style, { text, hits });
      return { served, hits: described.hits, engineMs };
    }),
  );
}

/** Suggests queries that a begun one may become. @throws Refusal as {@link completeInIndex} */
export async function suggestInIndex(
  deps: SearchDeps,
  caller: Caller,
  index: string,
  asked: BegunQuery,
  signal: AbortSignal,
): Promise<AnsweredSuggestions> {
  return timed(() =>
    withServedIndex(deps, caller, index, { asked, signal }, async (served) => {
      const begun = { ...asked, keepsFirst: null, limit: suggestingRecords };
      const { text, hits, engineMs } = await complete(deps, served, begun, signal);
      const suggestions = await suggestQueries(served.target.table, text, hits, asked.limit);
      return { served, suggestions, engineMs };
    }),
  );
}

async function complete(
  deps: Pick<SearchDeps, 'physicalIndexes'>,
  { target }: ServedIndex,
  asked: BegunQuery & Pick<TypeaheadQuery, 'keepsFirst'>,
  signal: AbortSignal,
) {
  const grouping = wantedGrouping(undefined, target);
  const { query, typos, keepsFirst, limit } = asked;
  const begun = {
    query,
    filter: wantedFilter(asked, target.filterFields),
    typos,
    groupedBy: grouping?.isKeyed === true ? grouping.field : null,
    keepsFirst,
    limit,
  };
  return completeQuery(deps, target, begun, signal);
}

async function timed<T>(answer: () => Promise<T>): Promise<T & { totalMs: number }> {
  const begun = performance.now();
  const answered = await withEngineFailures(answer);
  return { ...answered, totalMs: Math.round(performance.now() - begun) };
}
