import { OBJECT_STORES, type ObjectStoreFamily } from '../platform/object-store';

/** Part of a bucket to read: all of it, one object, or all objects below a folder. */
export const OBJECT_SCOPES = ['bucket', 'file', 'directory'] as const;
export type ObjectScope = (typeof OBJECT_SCOPES)[number];

const ownTypes = ['index_url', 'index_text', 'index_file', 'index_uploads'] as const;
const syncTypes = ['sync_backfill', 'sync_reconcile'] as const;

/** Kind of request, or of a run of a sync, that a job serves. */
export type IndexJobType =
  | (typeof ownTypes)[number]
  | (typeof syncTypes)[number]
  | `index_${ObjectStoreFamily}`
  | `index_${ObjectStoreFamily}_${Exclude<ObjectScope, 'bucket'>}`;

export const INDEX_JOB_TYPES: readonly IndexJobType[] = [
  ...ownTypes,
  ...OBJECT_STORES.flatMap((family) => OBJECT_SCOPES.map((scope) => objectJobType(family, scope))),
  ...syncTypes,
];

/** The job type for a part of an object store. */
export function objectJobType(family: ObjectStoreFamily, scope: ObjectScope): IndexJobType {
  return scope === 'bucket' ? `index_${family}` : `index_${family}_${scope}`;
}

/**
 * The source type in the fields of documents: `url`, `text`, `file`, `uploads`, or the name of the object
 * store. Syncs follow containers of Azure.
 */
export function documentSourceType(type: IndexJobType): string {
  if (syncTypes.some((one) => one === type)) return 'azure';
  const name = type.replace('index_', '');
  return OBJECT_STORES.find((family) => name.startsWith(`${family}_`)) ?? name;
}

/** A file of an upload in our blob store. */
export interface UploadedSource {
  uploadId: string;
  filename: string;
  contentType: string;
  byteSize: number;
  /** Hexadecimal. */
  sha256: string;
}

/** A link to one file; `uri` is its normalised form, by which documents are identified. */
export interface LinkSource {
  url: string;
  uri: string;
  filename: string;
}

/** A part of a customer's object store. Its credentials are in another field of the job's row, sealed. */
export interface ObjectSource {
  family: ObjectStoreFamily;
  scope: ObjectScope;
  bucket: string;
  /** Key of the object, prefix of the folder, or '' for the whole bucket. */
  path: string;
}

/** Source of the files of a job; all files of a job have the same kind of source. */
export type IndexSource =
  | { kind: 'links'; links: LinkSource[] }
  /** `own`: the request itself made the uploads, and they are removed with the job. */
  | { kind: 'uploads'; uploads: UploadedSource[]; own: boolean }
  | { kind: 'objects'; objects: ObjectSource };
