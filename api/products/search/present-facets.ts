import { type FacetCounts } from '../../../src/product-search';

/** The facets of an answer. @param records over which they are counted */
export function presentFacets({ counts, stats, search, isExact }: FacetCounts, records: number) {
  return {
    facets: Object.fromEntries(counts),
    facet_stats: Object.fromEntries(stats),
    ...(search === null ? {} : { facet_query: search }),
    facets_exact: isExact,
    facet_set_size: records,
  };
}

/** Warnings about facets that have no counts, or are left out. */
export function facetWarnings({ uncounted, leftOut }: FacetCounts) {
  const warnings: { code: string; message: string; fields?: string[] }[] = [];
  if (uncounted.length > 0) {
    const message = `${uncounted.join(', ')}: dates and facets of more than 1,000 values have no counts.`;
    warnings.push({ code: 'FACET_NO_COUNTS', message, fields: uncounted });
  }
  if (leftOut > 0) {
    const message = `${leftOut} further facets of the index are not counted; name those that you want in facet_keys.`;
    warnings.push({ code: 'FACETS_LEFT_OUT', message });
  }
  return warnings;
}
