export {
  type MetadataFilter,
  MetadataFilterError,
  parseMetadataFilter,
  toMongoFilter,
  toSearchFilter,
} from './filter';
export { type EngineQuery, type QueryEngine } from './query/query-engine';
