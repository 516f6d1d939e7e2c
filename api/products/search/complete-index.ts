import {
  completeQuery,
  type DescribedHit,
  describeHits,
  suggestQueries,
  type Suggestion,
} from '../../../src/product-search';
import { type ApiDeps } from '../../deps';
import { type Caller } from '../../../src/domain/platform/caller';
import { type SuggestionsBody, type TypeaheadBody } from './typeahead-schema';
import { withEngineFailures } from '../../../src/services/products/search/engine-failures';
import { highlightStyle, wantedFilter, wantedGrouping } from './search-request';
import { type ServedIndex, type ServedIndexes } from './served-indexes';

/** Answer to a begun query. */
interface Answered {
  served: ServedIndex;
  engineMs: number;
  /** Milliseconds from the request to the answer. */
  totalMs: number;
}

/** Records that a begun query may mean. */
export interface AnsweredTypeahead extends Answered {
  asked: TypeaheadBody;
  hits: DescribedHit[];
}

/** Queries that a begun one may become. */
export interface AnsweredSuggestions extends Answered {
  suggestions: Suggestion[];
}

/** Records that suggestions are made of. */
const suggestingRecords = 50;

/**
 * Creates the functions that answer while a query is typed.
 *
 * @throws Refusal `INDEX_NOT_FOUND`, `ACCESS_DENIED`, `INDEX_NOT_READY`, `FILTER_INVALID`, `UPSTREAM_ERROR`,
 *   `UPSTREAM_TIMEOUT`, from both
 */
export function createCompletions(deps: Pick<ApiDeps, 'physicalIndexes'>, servedIndex: ServedIndexes) {
  async function complete(
    { target }: ServedIndex,
    asked: Pick<TypeaheadBody, 'query' | 'prev_top' | 'filter' | 'filters' | 'typo'>,
    limit: number,
    signal: AbortSignal,
  ) {
    const grouping = wantedGrouping(undefined, target);
    const begun = {
      query: asked.query,
      filter: wantedFilter(asked, target.filterFields),
      typos: asked.typo === 'auto',
      groupedBy: grouping?.isKeyed === true ? grouping.field : null,
      keepsFirst: asked.prev_top ?? null,
      limit,
    };
    return completeQuery(deps, target, begun, signal);
  }

  return {
    typeahead: (
      caller: Caller,
      index: string,
      asked: TypeaheadBody,
      signal: AbortSignal,
    ): Promise<AnsweredTypeahead> =>
      timed(() =>
        servedIndex(caller, index, { asked, signal }, async (served) => {
          const { text, hits, engineMs } = await complete(served, asked, asked.k, signal);
          const style = { highlight: highlightStyle(asked.highlight), preferences: [], isExplained: false };
          const described = await describeHits(served.target, style, { text, hits });
          return { served, asked, hits: described.hits, engineMs };
        }),
      ),

    suggestions: (
      caller: Caller,
      index: string,
      asked: SuggestionsBody,
      signal: AbortSignal,
    ): Promise<AnsweredSuggestions> =>
      timed(() =>
        servedIndex(caller, index, { asked, signal }, async (served) => {
          const begun = { ...asked, prev_top: null };
          const { text, hits, engineMs } = await complete(served, begun, suggestingRecords, signal);
          const suggestions = await suggestQueries(served.target.table, text, hits, asked.k);
          return { served, suggestions, engineMs };
        }),
      ),
  };
}

async function timed<T>(answer: () => Promise<T>): Promise<T & { totalMs: number }> {
  const begun = performance.now();
  const answered = await withEngineFailures(answer);
  return { ...answered, totalMs: Math.round(performance.now() - begun) };
}
