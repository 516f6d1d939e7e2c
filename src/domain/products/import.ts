/** Sources of imports: a provider's API, and exports of providers in an uploaded file. */
export const IMPORT_PROVIDERS = [
  'algolia',
  'algolia_export',
  'typesense_export',
  'meilisearch_export',
] as const;
export type ImportProvider = (typeof IMPORT_PROVIDERS)[number];

/** Codes with which imports fail, besides `CANCELLED`. */
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

/** Parts of an index to import. */
export interface ImportParts {
  records: boolean;
  settings: boolean;
  /** Always listed in the report as not imported. */
  synonyms: boolean;
  rules: boolean;
}

/** A setting of the source that the import has mapped, with its name in the index. */
export interface MappedSetting {
  name: string;
  to: string;
}

/** A setting of the source that was not imported. */
export interface IgnoredSetting {
  name: string;
  /** Reason, for the owner of the import. */
  reason: string;
}

/** A field of the imported records, and the number of records that have it. */
export interface ImportedField {
  name: string;
  records: number;
}

/** Folder of the blobs of an import. */
export const importBlobs = (jobId: string): string => `imports/${jobId}/`;

/** Blob of a page of records, counted from 0: a JSON array, or the file of a file provider. */
export const importPageKey = (jobId: string, page: number): string => `${importBlobs(jobId)}page-${page}`;
