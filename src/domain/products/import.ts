/** Sources of imports: a provider that is asked, and exports of providers in an uploaded file. */
export const IMPORT_PROVIDERS = [
  'algolia',
  'algolia_export',
  'typesense_export',
  'meilisearch_export',
] as const;
export type ImportProvider = (typeof IMPORT_PROVIDERS)[number];

/** Codes with which imports fail, beside `CANCELLED`. */
export const IMPORT_ERRORS = [
  'EXTERNAL_APP_NOT_FOUND',
  'EXTERNAL_UNREACHABLE',
  'EXTERNAL_INDEX_NOT_FOUND',
  'EXTERNAL_FORBIDDEN',
  'EXTERNAL_TIMEOUT',
  'EXTERNAL_ERROR',
  'INDEX_TOO_LARGE',
  'VALIDATION_ERROR',
  'IMPORT_FAILED',
] as const;
export type ImportError = (typeof IMPORT_ERRORS)[number];

/** Parts of an index that an import takes over. */
export interface ImportParts {
  records: boolean;
  settings: boolean;
  /** Noted in the report as not carried over. */
  synonyms: boolean;
  rules: boolean;
}

/** A setting of the source that the index has now, under its own name for it. */
export interface MappedSetting {
  name: string;
  to: string;
}

/** A setting of the source that is not carried over. */
export interface IgnoredSetting {
  name: string;
  /** Words for the owner of the import. */
  reason: string;
}

/** A member of the imported records, and the number of records that have it. */
export interface ImportedField {
  name: string;
  records: number;
}

/** Folder of the blobs of an import. */
export const importBlobs = (jobId: string): string => `imports/${jobId}/`;

/** Blob of a page of records: a JSON array, or the file of a file provider. Pages count from 0. */
export const importPageKey = (jobId: string, page: number): string => `${importBlobs(jobId)}page-${page}`;
