export { toSearchFilter } from './elasticsearch-filter';
export { type MetadataFilter, MetadataFilterError } from './metadata-filter';
export { toMongoFilter } from './mongodb-filter';
export { parseMetadataFilter } from './parse-filter';
