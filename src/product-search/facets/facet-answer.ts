import { escapeHtml } from '../matches/highlight';
import { countsName, facetName, isCounted, maxName, minName, searchName } from './facet-aggregations';
import { placeOfPrefix } from './prefix-place';
import { type Facet, type WantedFacets } from './wanted-facets';

/** A value of a facet, and how many records have it. */
export interface FacetValue {
  value: string | number | boolean;
  count: number;
}

/** A found value with `<em>` around what was searched, escaped for HTML. */
export interface FoundFacetValue extends FacetValue {
  highlighted: string;
}

export interface FacetCounts {
  /** Values by facet, the most frequent first; facets without counts are absent. */
  counts: Map<string, FacetValue[]>;
  /** Smallest and largest value by facet; dates are Unix milliseconds. Facets without values are absent. */
  stats: Map<string, { min: number; max: number }>;
  search: { field: string; values: FoundFacetValue[] } | null;
  /** False for counts of a part of the records. */
  isExact: boolean;
  /** Names of the facets that have no counts: more than 1,000 of their values differ, or they are dates. */
  uncounted: string[];
  /** Facets of the index that are left out, since there are too many. */
  leftOut: number;
}

export interface FacetAggregate {
  [countsName]?: { buckets: { key: string | number; key_as_string?: string; doc_count: number }[] };
  [minName]?: { value: number | null };
  [maxName]?: { value: number | null };
}

/** Reads the answers to `facetAggregations`; of a search among values it gives all that were found. */
export function readFacets(
  { facets, search, leftOut, untold }: WantedFacets,
  found: Readonly<Record<string, FacetAggregate>>,
): FacetCounts {
  const answer: FacetCounts = {
    counts: new Map(),
    stats: new Map(),
    search: null,
    isExact: true,
    uncounted: facets.filter((facet) => !isCounted(facet)).map(({ name }) => name),
    leftOut,
  };
  for (const [place, facet] of facets.entries()) {
    const aggregate = found[facetName(place)] ?? {};
    if (isCounted(facet)) answer.counts.set(facet.name, valuesOf(facet, aggregate));
    const min = aggregate[minName]?.value ?? null;
    const max = aggregate[maxName]?.value ?? null;
    if (min !== null && max !== null) answer.stats.set(facet.name, { min, max });
  }
  for (const name of untold) {
    if (answer.stats.has(name) || (answer.counts.get(name)?.length ?? 0) > 0) continue;
    answer.counts.delete(name);
    answer.uncounted = answer.uncounted.filter((other) => other !== name);
  }
  if (search !== null) {
    const { facet, field, prefix } = search;
    const values = valuesOf(facet, found[searchName] ?? {}).flatMap((value) => foundValue(value, prefix));
    answer.search = { field, values };
  }
  return answer;
}

function valuesOf({ type }: Facet, aggregate: FacetAggregate): FacetValue[] {
  return (aggregate[countsName]?.buckets ?? []).map(({ key, doc_count: count }) => ({
    value: type === 'bool' ? key === 1 : key,
    count,
  }));
}

/** A value that begins with a text, or a word of which does; none else. */
function foundValue({ value, count }: FacetValue, prefix: string): FoundFacetValue[] {
  const text = String(value);
  const place = placeOfPrefix(text, prefix);
  if (place === null) return [];
  const { start, end } = place;
  const marked = end === start ? '' : `<em>${escapeHtml(text.slice(start, end))}</em>`;
  const highlighted = `${escapeHtml(text.slice(0, start))}${marked}${escapeHtml(text.slice(end))}`;
  return [{ value, count, highlighted }];
}
