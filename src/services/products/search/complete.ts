import { type Caller } from '../../../domain/platform/caller';
import {
  completeQuery,
  type DescribedHit,
  describeHits,
  suggestQueries,
  type Suggestion,
  type SearchTarget,
} from '../../../product-search';
import { type SearchQuery, type SentFilters, wantedFilter, wantedGrouping } from './request';
import { type Answered, answerFromIndex, type ResolveDeps } from './resolve-index';

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

/** Records that a begun query may mean, and the milliseconds that the search engine took. */
export type AnsweredTypeahead = Answered<{ hits: DescribedHit[]; engineMs: number }>;

/** Queries that a begun one may become, and the milliseconds that the search engine took. */
export type AnsweredSuggestions = Answered<{ suggestions: Suggestion[]; engineMs: number }>;

/** Records that suggestions are made of. */
const suggestingRecords = 50;

/**
 * Finds the records that a begun query may mean.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `FILTER_INVALID`, `UPSTREAM_ERROR`,
 *   `UPSTREAM_TIMEOUT`
 */
export async function completeInIndex(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  asked: TypeaheadQuery,
  signal: AbortSignal,
): Promise<AnsweredTypeahead> {
  return answerFromIndex(deps, caller, name, { asked, signal }, async ({ target }) => {
    const { text, hits, engineMs } = await complete(deps, target, asked, signal);
    const style = { highlight: asked.highlight, preferences: [], isExplained: false };
    const described = await describeHits(target, style, { text, hits });
    return { hits: described.hits, engineMs };
  });
}

/** Suggests queries that a begun one may become. @throws Refusal as {@link completeInIndex} */
export async function suggestInIndex(
  deps: ResolveDeps,
  caller: Caller,
  name: string,
  asked: BegunQuery,
  signal: AbortSignal,
): Promise<AnsweredSuggestions> {
  return answerFromIndex(deps, caller, name, { asked, signal }, async ({ target }) => {
    const begun = { ...asked, keepsFirst: null, limit: suggestingRecords };
    const { text, hits, engineMs } = await complete(deps, target, begun, signal);
    return { suggestions: await suggestQueries(target.table, text, hits, asked.limit), engineMs };
  });
}

async function complete(
  { physicalIndexes, searchState }: Pick<ResolveDeps, 'physicalIndexes' | 'searchState'>,
  target: SearchTarget,
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
  return completeQuery({ physicalIndexes, wordLists: searchState.wordLists }, target, begun, signal);
}
