export { createFacetCounter } from './count-facets';
export { type FacetCounts } from './facet-answer';
export { type FacetRequest, wantedFacets, type WantedFacets } from './wanted-facets';
