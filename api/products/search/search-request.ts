import {
  allOf,
  type FilterTree,
  type Grouping,
  groupingOf,
  isGroupable,
  parseFilter,
  readFilters,
  type SearchRequest,
  type SearchTarget,
} from '../../../src/product-search';
import { readingFilter } from '../../../src/services/products/search/read-filter';
import { type SearchBody } from './schema';

/**
 * A body as the search of a build takes it.
 *
 * @throws Refusal `FILTER_INVALID`; SearchRefused `VALIDATION_ERROR`
 */
export function searchRequest(asked: SearchBody, target: SearchTarget): SearchRequest {
  const { filterFields } = target;
  return {
    query: asked.query,
    page: asked.page,
    perPage: asked.per_page,
    filter: wantedFilter(asked, filterFields),
    preferences: asked.prefer.map(({ filter, strength }, place) => ({
      filter: readingFilter(`prefer[${place}].filter`, () => parseFilter(filter, filterFields)),
      strength,
    })),
    sort: asked.sort,
    grouping: wantedGrouping(asked.group_by, target),
    typos: asked.typo === 'auto',
    constraints: asked.constraints,
    highlight: highlightStyle(asked.highlight),
    isExplained: asked.explain,
  };
}

/** The grouping of a search: its own, else the default of the index where the build can be grouped so. */
export function wantedGrouping(asked: SearchBody['group_by'], target: SearchTarget): Grouping | null {
  if (asked === false) return null;
  if (asked !== undefined) return groupingOf(target, asked);
  const { group_by: byDefault } = target.settings;
  return byDefault !== undefined && isGroupable(target, byDefault.field)
    ? groupingOf(target, byDefault)
    : null;
}

/**
 * The filter that both forms of a body give together; null without one.
 *
 * @throws Refusal `FILTER_INVALID`
 */
export function wantedFilter(
  { filter, filters }: Pick<SearchBody, 'filter' | 'filters'>,
  fields: SearchTarget['filterFields'],
): FilterTree | null {
  const trees: FilterTree[] = [];
  if (filter !== undefined && filter.trim() !== '')
    trees.push(readingFilter('filter', () => parseFilter(filter, fields)));
  const byField = filters === undefined ? null : readingFilter('filters', () => readFilters(filters, fields));
  if (byField !== null) trees.push(byField);
  return trees.length === 0 ? null : allOf(trees);
}

export function highlightStyle(highlight: SearchBody['highlight']): SearchRequest['highlight'] {
  if (highlight == null) return null;
  const { pre_tag: preTag, post_tag: postTag, fields, snippet: snippetChars } = highlight;
  return { preTag, postTag, fields: fields === undefined ? null : new Set(fields), snippetChars };
}
