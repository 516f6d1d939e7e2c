import { facetsMax } from '../../../src/domain/products/limits';
import { type AskedFields, fieldName, parseFilter, type SearchTarget } from '../../../src/product-search';
import { type FacetsBody } from './facets-schema';
import { type SearchBody } from './schema';
import { wantedFilter } from './search-request';

/** Members of a body that name fields. */
export type NamingBody = Partial<
  Pick<SearchBody, 'query' | 'constraints' | 'filter' | 'filters' | 'prefer' | 'sort' | 'group_by'> &
    Pick<FacetsBody, 'facets' | 'facet_keys' | 'facet_query' | 'disjunctive'>
>;

/** The fields that a body of a search, a browse or a typeahead asks for. */
export function askedFields(asked: NamingBody, { table }: Pick<SearchTarget, 'table'>): AskedFields {
  const { query = '', constraints = 'off', prefer = [], sort = [], group_by: group } = asked;
  const { facets = false, facet_keys: keys, facet_query: search, disjunctive = [] } = asked;
  const names = new Set([...(keys ?? []), ...disjunctive, ...sort.map(({ field }) => field)]);
  if (search != null) names.add(search.field);
  if (group !== undefined && group !== false) names.add(group.field);
  const counted = table.fields.filter(({ facet }) => facet);
  // Where there are too many, one that only hidden records have would take the place of another.
  if (facets && keys === undefined && counted.length > facetsMax)
    for (const { path } of counted) names.add(fieldName(path));
  return {
    names,
    readFilters(fields) {
      wantedFilter(asked, fields);
      for (const { filter } of prefer) parseFilter(filter, fields);
    },
    amountsOf: constraints === 'off' ? null : query,
  };
}
