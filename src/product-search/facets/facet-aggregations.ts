import { type estypes } from '@elastic/elasticsearch';
import { facetValuesMax } from '../../domain/products/field-table';
import { columnsOf, conjunctsOf, filterQuery, type FilterTree } from '../filters';
import { type Query } from '../search/word-query';
import { valuePattern } from './value-pattern';
import { type Facet, type WantedFacets } from './wanted-facets';

type Aggregation = estypes.AggregationsAggregationContainer;

/** Names of the parts of an aggregation, by the place of its facet. */
export const countsName = 'counts';
export const minName = 'min';
export const maxName = 'max';
/** Name of the aggregation of a search among values. */
export const searchName = 'search';
export const facetName = (place: number): string => `facet${place}`;

/** Values that are read where they are picked by ourselves: live writes may have brought some since the build. */
const readValuesMax = 2 * facetValuesMax;

/** Filters of a request, parted by what facets leave out. */
export interface PartedFilters {
  /** Filters that every facet counts under. */
  shared: Query[];
  /** Selections of disjunctive facets, by column. */
  selections: ReadonlyMap<string, readonly Query[]>;
}

/**
 * Parts a filter: a condition on nothing but one disjunctive facet is a selection of it. Conditions that mix
 * fields belong to no facet.
 */
export function partFilters(tree: FilterTree | null, disjunctive: ReadonlySet<string>): PartedFilters {
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
export function isCounted({ type, distinct }: Facet): boolean {
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
export function facetAggregations(
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
export function filterOf(facet: Facet, { selections }: PartedFilters): Query {
  const others = [...selections].flatMap(([column, queries]) => (column === facet.column ? [] : queries));
  return others.length === 0 ? { match_all: {} } : { bool: { filter: others } };
}

/** Reads all values of a facet with few, picked later by their folded text; else those that match. */
function searchTerms({ facet, prefix, limit }: NonNullable<WantedFacets['search']>): Aggregation {
  const { column: field } = facet;
  if (isCounted(facet)) return { terms: { field, size: readValuesMax } };
  return { terms: { field, size: limit, include: valuePattern(prefix) } };
}
