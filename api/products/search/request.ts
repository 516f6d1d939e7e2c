import { type SearchRequest } from '../../../src/product-search';
import { type BrowseQuery } from '../../../src/services/products/search/browse';
import { type BegunQuery, type TypeaheadQuery } from '../../../src/services/products/search/complete';
import { type FacetQuery, type SearchQuery } from '../../../src/services/products/search/request';
import { type Shopper } from '../../../src/services/products/search/resolve-index';
import { readBrowseCursor } from './browse-cursor';
import { type BrowseBody } from './browse-schema';
import { type FacetsBody } from './facets-schema';
import { type SearchBody } from './schema';
import { type SuggestionsBody, type TypeaheadBody } from './typeahead-schema';

/** The search that a body asks for. */
export function searchQuery(body: SearchBody): SearchQuery & { shopper: Shopper } {
  const { query, page, per_page: perPage, filter, filters, sort, constraints } = body;
  return {
    query,
    page,
    perPage,
    filter,
    filters,
    sort,
    constraints,
    preferences: body.prefer,
    groupBy: body.group_by,
    typos: body.typo === 'auto',
    usesMeaning: body.meaning === 'auto',
    highlight: highlightStyle(body.highlight),
    isExplained: body.explain,
    facets: facetQuery(body),
    shopper: { userToken: body.user_token, variant: body.variant },
  };
}

/** The page of a browse that a body asks for. */
export function browseQuery(body: BrowseBody): BrowseQuery {
  const { cursor, per_page: perPage, filter, filters, sort } = body;
  const placeIn = (indexId: string) =>
    cursor == null ? null : readBrowseCursor({ indexId, asked: body }, cursor);
  return { perPage, filter, filters, sort, placeIn, facets: facetQuery(body) };
}

/** The begun query of a body whose records are asked for. */
export function typeaheadQuery(body: TypeaheadBody): TypeaheadQuery {
  return {
    ...begunQuery(body),
    keepsFirst: body.prev_top ?? null,
    highlight: highlightStyle(body.highlight),
  };
}

/** The begun query of a body. */
export function begunQuery({ query, k: limit, filter, filters, typo }: SuggestionsBody): BegunQuery {
  return { query, limit, filter, filters, typos: typo === 'auto' };
}

/** Names of facets alone are a wish for them. */
function facetQuery(body: FacetsBody): FacetQuery {
  const { facets: isCounted = body.facet_keys !== undefined } = body;
  return {
    isCounted,
    keys: body.facet_keys ?? null,
    limit: body.facet_limit,
    withStats: body.facet_stats,
    disjunctive: body.disjunctive,
    search: body.facet_query ?? null,
    isApproximate: body.facets_approx,
  };
}

function highlightStyle(highlight: SearchBody['highlight']): SearchRequest['highlight'] {
  if (highlight == null) return null;
  const { pre_tag: preTag, post_tag: postTag, fields, snippet: snippetChars } = highlight;
  return { preTag, postTag, fields: fields === undefined ? null : new Set(fields), snippetChars };
}
