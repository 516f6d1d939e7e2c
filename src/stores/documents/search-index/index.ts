export { indexedChunk, indexedState, indexedWords, type IndexedChunk, type IndexedState } from './chunk-row';
export { packVector } from '../../elastic/pack-vector';
export { keyToken, valueToken } from './metadata-tokens';
export { createSearchIndex, type SearchIndex } from './search-index';
export { type Refresh } from '../../elastic/bulk';
export { isShort, type SearchAnswer, searchLines } from './search-many';
export { hasStems, stemField, type StemLanguage } from './stems';
export { visibleRows } from './visible-rows';
