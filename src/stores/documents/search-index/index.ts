export { indexedChunk, indexedState, type IndexedChunk, type IndexedState, packVector } from './chunk-row';
export { keyToken, valueToken } from './metadata-tokens';
export { createSearchIndex, type SearchIndex } from './search-index';
export { type Refresh } from '../../elastic/bulk';
export { type SearchAnswer, searchLines } from '../../elastic/search-many';
export { visibleRows } from './visible-rows';
