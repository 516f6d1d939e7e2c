import { type ResolvedIndex } from '../../../src/services/products/search/resolve-index';
import { browseIndex } from '../../../src/services/products/search/browse';
import { completeInIndex, suggestInIndex } from '../../../src/services/products/search/complete';
import { similarInIndex } from '../../../src/services/products/search/similar';
import { searchIndex } from '../../../src/services/products/search/search';
import { type ApiDeps } from '../../deps';
import { type AnyRoute, defineRoute, type RouteReply } from '../../http/route';
import { unansweredAs } from '../../http/unanswered';
import {
  foundByBrowse,
  foundBySearch,
  foundBySimilar,
  foundByTypeahead,
  type FoundRecords,
  joinedResult,
  presentBrowse,
  presentSearch,
  presentSimilar,
  presentSuggestions,
  presentTypeahead,
  readNote,
} from './present';
import { products } from '../family';
import { indexParams } from '../indexes/schema';
import { recordParams } from '../records/schema';
import { quotas } from '../quotas';
import { browseAnswer, browseBody } from './browse-schema';
import { type JoinedRoute, multiSearchAnswer, multiSearchBody } from './multi-search-schema';
import { begunQuery, browseQuery, searchQuery, typeaheadQuery } from './request';
import { searchAnswer, searchBody } from './schema';
import { similarAnswer, similarBody } from './similar-schema';
import { suggestionsAnswer, suggestionsBody, typeaheadAnswer, typeaheadBody } from './typeahead-schema';

/** Errors of every search. */
const searchErrors = [
  'ACCESS_DENIED',
  'INDEX_NOT_FOUND',
  'INDEX_NOT_READY',
  'FILTER_INVALID',
  'UPSTREAM_ERROR',
  'UPSTREAM_TIMEOUT',
  'UNAVAILABLE',
] as const;
/** Errors of searches with facets. */
const facetErrors = ['FACET_UNKNOWN', 'FACET_TIMEOUT'] as const;

/** Routes that search indexes of records. */
export function productSearchRoutes(deps: ApiDeps): AnyRoute[] {
  const routes = indexSearchRoutes(deps);
  return [...Object.values(routes), similarRoute(deps), multiSearchRoute(routes)];
}

/** Routes that search one index. */
function indexSearchRoutes(deps: ApiDeps): Record<JoinedRoute, AnyRoute> {
  return {
    search: defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/search',
      family: products,
      operationId: 'searchProductIndex',
      tag: 'Product search',
      summary: 'Search an index',
      description:
        'Finds the records that have all words of the query, or an identifier that is in it; words such as `the` and `for` may be missing. ' +
        'Identifiers rank first, then the number of words, then typos, the tiers of the fields that have them, nearness and preferences; ' +
        'ties are in the order of the number of words in the title, then of the ids. Behind the records with all words follow those with six in ten, marked `_partial`, and those whose ' +
        'title is near to the query in meaning, marked `_by` as well. Where no record has all words, some are enough, and a warning says so.',
      access: 'search',
      action: 'search',
      quota: quotas.search,
      params: indexParams,
      body: searchBody,
      responses: { 200: { description: 'A page of hits.', schema: searchAnswer } },
      errors: [...searchErrors, ...facetErrors, 'VARIANT_NOT_FOUND', 'PAGE_TOO_DEEP', 'NOT_SUPPORTED'],
      async handle({ caller, params, body, signal }) {
        const answered = await measured(deps, 'search', signal, () =>
          searchIndex(deps, caller, params.index, searchQuery(body), signal),
        );
        return readReply(answered.resolved, presentSearch(answered, body), foundBySearch(answered));
      },
    }),

    browse: defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/browse',
      family: products,
      operationId: 'browseProductIndex',
      tag: 'Product search',
      summary: 'Walk through the records of an index',
      description:
        'All records that the key may see, page by page, in the order of their ids or of `sort`, however many there are. A cursor is the ' +
        'place of a record. It stays valid when records are added or removed, and when a new build is served: later pages then show what ' +
        'that build has behind the place.',
      access: 'browse',
      action: 'browse',
      quota: quotas.search,
      params: indexParams,
      body: browseBody,
      responses: { 200: { description: 'A page of records.', schema: browseAnswer } },
      errors: [...searchErrors, ...facetErrors],
      async handle({ caller, params, body, signal }) {
        const answered = await measured(deps, 'browse', signal, () =>
          browseIndex(deps, caller, params.index, browseQuery(body), signal),
        );
        return readReply(answered.resolved, presentBrowse(answered, body), foundByBrowse(answered));
      },
    }),

    typeahead: defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/typeahead',
      family: products,
      operationId: 'typeaheadProductIndex',
      tag: 'Product search',
      summary: 'Find records while a query is typed',
      description:
        'The best records that have all words so far, the last one as the beginning of a word from its first character on, in the order of ' +
        'searches. Where none has them as they are written, words with typos are taken. Nothing is counted.',
      access: 'search',
      action: 'search',
      quota: quotas.typeahead,
      params: indexParams,
      body: typeaheadBody,
      responses: { 200: { description: 'The best hits.', schema: typeaheadAnswer } },
      errors: searchErrors,
      async handle({ caller, params, body, signal }) {
        const answered = await measured(deps, 'typeahead', signal, () =>
          completeInIndex(deps, caller, params.index, typeaheadQuery(body), signal),
        );
        return readReply(answered.resolved, presentTypeahead(answered, body), foundByTypeahead(answered));
      },
    }),

    suggestions: defineRoute({
      method: 'post',
      path: '/v1/indexes/:index/suggestions',
      family: products,
      operationId: 'suggestProductQueries',
      tag: 'Product search',
      summary: 'Suggest queries while one is typed',
      description:
        'Queries that the typed one may become, made from the titles and categories of the best records that it finds, and of no record that ' +
        'the key may not see.',
      access: 'search',
      action: 'search',
      quota: quotas.search,
      params: indexParams,
      body: suggestionsBody,
      responses: { 200: { description: 'Queries, those of most records first.', schema: suggestionsAnswer } },
      errors: searchErrors,
      async handle({ caller, params, body, signal }) {
        const answered = await measured(deps, 'suggestions', signal, () =>
          suggestInIndex(deps, caller, params.index, begunQuery(body), signal),
        );
        return { status: 200, body: presentSuggestions(answered), noted: readNote(answered.resolved) };
      },
    }),
  };
}

/** The route that finds records like another one. */
function similarRoute(deps: ApiDeps): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/v1/indexes/:index/records/:id/similar',
    family: products,
    operationId: 'findSimilarRecords',
    tag: 'Product search',
    summary: 'Find similar records',
    description:
      'The records that are like one of the index, as searches find it, without the record itself and, where hits are grouped, without ' +
      'its group. By the vectors of the titles, the nearest first, however far; else by the words of its title, or of its other fields ' +
      'where it shows no title: records with at least three in ten of them, in the order of searches.',
    access: 'search',
    action: 'search',
    quota: quotas.search,
    params: recordParams,
    body: similarBody,
    responses: { 200: { description: 'The records that are most like it.', schema: similarAnswer } },
    errors: [...searchErrors, 'RECORD_NOT_FOUND'],
    async handle({ caller, params: { index, id }, body, signal }) {
      const { limit, filter, filters, group_by: groupBy } = body;
      const asked = { id, limit, filter, filters, groupBy };
      const answered = await measured(deps, 'similar', signal, () =>
        similarInIndex(deps, caller, index, asked, signal),
      );
      return readReply(answered.resolved, presentSimilar(answered, body), foundBySimilar(answered));
    },
  });
}

/** The route that has several searches answered. */
function multiSearchRoute(routes: Record<JoinedRoute, AnyRoute>): AnyRoute {
  return defineRoute({
    method: 'post',
    path: '/v1/multi_search',
    family: products,
    operationId: 'searchProductIndexes',
    tag: 'Product search',
    summary: 'Send several searches at once',
    description:
      'Each search is answered as its route would answer it alone, its permission and limits included; one that is refused does not touch ' +
      'the others. The request counts as all of its searches.',
    access: 'key',
    quota: quotas.search,
    body: multiSearchBody,
    responses: { 200: { description: 'An answer to each search.', schema: multiSearchAnswer } },
    errors: ['UNAVAILABLE'],
    async handle({ body: { searches }, ask }) {
      const replies = await Promise.all(
        searches.map(({ index, route, ...body }, place) =>
          ask(routes[route], { params: { index }, body, isCounted: place > 0 }),
        ),
      );
      return jsonReply(Buffer.from(`{"results":[${replies.map(joinedResult).join(',')}]}`));
    },
  });
}

/** Measures outcome and duration of a search. */
async function measured<
  Answered extends { totalMs: number } & ({ engineMs: number } | { found: { engineMs: number } }),
>(
  { metrics }: Pick<ApiDeps, 'metrics'>,
  mode: 'search' | 'browse' | 'typeahead' | 'suggestions' | 'similar',
  signal: AbortSignal,
  search: () => Promise<Answered>,
): Promise<Answered> {
  const labels = { product: 'products', mode };
  try {
    const answered = await search();
    const { engineMs } = 'found' in answered ? answered.found : answered;
    metrics.count('queries', { ...labels, outcome: 'answered' });
    metrics.observeMs('querySeconds', labels, answered.totalMs);
    metrics.observeMs('queryStageSeconds', { ...labels, stage: 'engine' }, engineMs);
    return answered;
  } catch (error) {
    metrics.count('queries', { ...labels, outcome: unansweredAs(error, products, signal) });
    throw error;
  }
}

/** An answer with records, and what it tells the audit log. */
function readReply(resolved: ResolvedIndex, body: Buffer, found: FoundRecords): RouteReply {
  return { ...jsonReply(body), noted: readNote(resolved, found) };
}

/** An answer that is JSON text already. */
function jsonReply(body: Buffer): RouteReply {
  return { status: 200, body, headers: { 'Content-Type': 'application/json; charset=utf-8' } };
}
