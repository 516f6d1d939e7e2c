export { adaptRecord, type RecordRules } from './adapt-record';
export { type AlgoliaAccess, type AlgoliaIndex, createAlgoliaIndex } from './algolia/algolia-index';
export { appIdPattern, lacksApp } from './algolia/hosts';
export { mapSource, placesOf, sourceIdOf } from './map-source';
export { inferPrimaryKey } from './meilisearch/map-settings';
export { ProviderError } from './provider-error';
