import { type ProductErrorCode } from '../../../domain/products/errors';
import { allowsFacet, scopeOf } from '../../../domain/products/key-scope';
import { facetsMax } from '../../../domain/products/limits';
import { type Caller } from '../../../domain/platform/caller';
import { Refusal } from '../../../domain/platform/refusal';
import {
  allOf,
  type AskedFields,
  type FacetRequest,
  fieldName,
  FilterInvalid,
  type FilterTree,
  type Grouping,
  groupingOf,
  isGroupable,
  parseFilter,
  readFilters,
  type SearchRequest,
  type SearchTarget,
  wantedFacets,
  type WantedFacets,
} from '../../../product-search';

/** Filters of a request as they were sent. */
export interface SentFilters {
  /** A filter expression. */
  filter?: string | undefined;
  /** Conditions by field. */
  filters?: Record<string, unknown> | undefined;
}

/** Facets that a request asks for. */
export interface FacetQuery extends FacetRequest {
  /** False: only the values of one facet are searched, if any. */
  isCounted: boolean;
}

/** A search as its caller asks for it; names and filters are not checked against an index. */
export interface SearchQuery
  extends
    SentFilters,
    Pick<
      SearchRequest,
      | 'query'
      | 'page'
      | 'perPage'
      | 'sort'
      | 'typos'
      | 'usesMeaning'
      | 'constraints'
      | 'highlight'
      | 'isExplained'
    > {
  preferences: readonly {
    filter: string;
    strength: SearchRequest['preferences'][number]['strength'];
  }[];
  /** False for single records; default as the index is set. */
  groupBy: { field: string; size: number } | false | undefined;
  facets: FacetQuery;
}

/** Parts of a search, a browse or a typeahead that name fields. */
export type NamingQuery = SentFilters &
  Partial<Pick<SearchQuery, 'query' | 'constraints' | 'preferences' | 'sort' | 'groupBy' | 'facets'>>;

/** The fields that a request names. */
export function askedFields(asked: NamingQuery, { table }: Pick<SearchTarget, 'table'>): AskedFields {
  const { query = '', constraints = 'off', preferences = [], sort = [], groupBy, facets } = asked;
  const names = new Set(sort.map(({ field }) => field));
  for (const name of [...(facets?.keys ?? []), ...(facets?.disjunctive ?? [])]) names.add(name);
  if (facets?.search != null) names.add(facets.search.field);
  if (groupBy !== undefined && groupBy !== false) names.add(groupBy.field);
  const counted = table.fields.filter(({ facet }) => facet);
  // Where there are too many, one that only hidden records have would take the place of another.
  if (facets?.isCounted === true && facets.keys === null && counted.length > facetsMax)
    for (const { path } of counted) names.add(fieldName(path));
  return {
    names,
    readFilters(fields) {
      wantedFilter(asked, fields);
      for (const { filter } of preferences) parseFilter(filter, fields);
    },
    amountsOf: constraints === 'off' ? null : query,
  };
}

/**
 * A query as the search of a build takes it.
 *
 * @throws Refusal `FILTER_INVALID`; SearchRefused `VALIDATION_ERROR`
 */
export function searchRequest(asked: SearchQuery, target: SearchTarget): SearchRequest {
  const { filterFields } = target;
  const { query, page, perPage, sort, typos, usesMeaning, constraints, highlight, isExplained } = asked;
  return {
    query,
    page,
    perPage,
    filter: wantedFilter(asked, filterFields),
    preferences: asked.preferences.map(({ filter, strength }, place) => ({
      filter: readingFilter(`prefer[${place}].filter`, () => parseFilter(filter, filterFields)),
      strength,
    })),
    sort,
    grouping: wantedGrouping(asked.groupBy, target),
    typos,
    usesMeaning,
    constraints,
    highlight,
    isExplained,
  };
}

/** The grouping of a search: its own, else the default of the index where the build can be grouped so. */
export function wantedGrouping(asked: SearchQuery['groupBy'], target: SearchTarget): Grouping | null {
  if (asked === false) return null;
  if (asked !== undefined) return groupingOf(target, asked);
  const { group_by: byDefault } = target.settings;
  return byDefault !== undefined && isGroupable(target, byDefault.field)
    ? groupingOf(target, byDefault)
    : null;
}

/**
 * The filter that both forms of a request give together; null without one.
 *
 * @throws Refusal `FILTER_INVALID`
 */
export function wantedFilter(
  { filter, filters }: SentFilters,
  fields: SearchTarget['filterFields'],
): FilterTree | null {
  const trees: FilterTree[] = [];
  if (filter !== undefined && filter.trim() !== '')
    trees.push(readingFilter('filter', () => parseFilter(filter, fields)));
  const byField = filters === undefined ? null : readingFilter('filters', () => readFilters(filters, fields));
  if (byField !== null) trees.push(byField);
  return trees.length === 0 ? null : allOf(trees);
}

/**
 * The facets of an index that a request asks for; null for none. Names of facets are a wish for them.
 *
 * @throws SearchRefused `ACCESS_DENIED`, `FACET_UNKNOWN`, `VALIDATION_ERROR`
 */
export function requestedFacets(
  { isCounted, keys, ...asked }: FacetQuery,
  target: SearchTarget,
  caller: Caller,
): WantedFacets | null {
  if (!isCounted && asked.search === null) return null;
  const bounds = {
    settings: target.settings,
    allows: (name: string) => allowsFacet(scopeOf(caller), name),
    isVisibleName: target.isVisibleName,
    shows: (name: string) => target.shown.shows(name),
  };
  return wantedFacets(target.table, bounds, { ...asked, keys: isCounted ? keys : [] });
}

/**
 * Reads a filter of a request, and answers a wrong one with the place at which it went wrong.
 *
 * @param param member of the request that holds the filter, such as `filter`, `filters` or `prefer[0].filter`
 * @throws Refusal `FILTER_INVALID`
 */
export function readingFilter<Tree>(param: string, read: () => Tree): Tree {
  try {
    return read();
  } catch (error) {
    if (error instanceof FilterInvalid) throw invalidFilter(param, error);
    throw error;
  }
}

function invalidFilter(param: string, cause: FilterInvalid): Refusal<ProductErrorCode> {
  const { message, place, expected } = cause;
  const where =
    typeof place === 'number'
      ? { position: place }
      : { details: [{ path: ['body', param, ...place].join('.'), code: 'filter_invalid', message }] };
  return new Refusal<ProductErrorCode>('FILTER_INVALID', {
    message,
    details: { param, expected, ...where },
    cause,
  });
}
