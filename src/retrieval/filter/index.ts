export { toSearchFilter } from './elasticsearch-filter';
export {
  filterBranchesMax,
  filterDepthMax,
  filterLeavesMax,
  filterValuesMax,
  type MetadataFilter,
  MetadataFilterError,
  rangeTextCharsMax,
} from './metadata-filter';
export { toMongoFilter } from './mongodb-filter';
export { parseMetadataFilter } from './parse-filter';
