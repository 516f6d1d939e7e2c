export { indexedChunk, indexedState, type IndexedChunk, type IndexedState } from './chunk-row';
export { keyToken, tokenRange, tokenType, valueToken, type TokenType } from './metadata-tokens';
export {
  createSearchIndex,
  indexAlias,
  isSearchUnavailable,
  type Refresh,
  type SearchIndex,
} from './search-index';
export { visibleRows } from './visible-rows';
