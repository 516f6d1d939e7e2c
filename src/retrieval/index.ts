export {
  type MetadataFilter,
  MetadataFilterError,
  parseMetadataFilter,
  toMongoFilter,
  toSearchFilter,
} from './filter';
