export { type AskedKey, askedKeys, typeOf, VALUE_TYPES, type ValueType } from './asked-keys';
export { toSearchFilter } from './elasticsearch-filter';
export {
  filterBranchesMax,
  filterDepthMax,
  filterLeavesMax,
  type FilterValue,
  filterValuesMax,
  isBuiltIn,
  type MetadataFilter,
  MetadataFilterError,
  rangeTextCharsMax,
} from './metadata-filter';
export { toMongoFilter } from './mongodb-filter';
export { parseMetadataFilter } from './parse-filter';
