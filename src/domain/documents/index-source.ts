import { OBJECT_STORES, type ObjectStoreFamily } from '../platform/object-store';

/** Part of a bucket that is read: all of it, one object, or all below a folder. */
export const OBJECT_SCOPES = ['bucket', 'file', 'directory'] as const;
export type ObjectScope = (typeof OBJECT_SCOPES)[number];

const ownTypes = ['index_url', 'index_text', 'index_file', 'index_uploads'] as const;
const syncTypes = ['sync_backfill', 'sync_reconcile'] as const;

/** Request that a job answers. */
export type IndexJobType =
  | (typeof ownTypes)[number]
  | (typeof syncTypes)[number]
  | `index_${ObjectStoreFamily}`
  | `index_${ObjectStoreFamily}_${Exclude<ObjectScope, 'bucket'>}`;

/** Every job type. */
export const INDEX_JOB_TYPES: readonly IndexJobType[] = [
  ...ownTypes,
  ...OBJECT_STORES.flatMap((family) => OBJECT_SCOPES.map((scope) => objectJobType(family, scope))),
  ...syncTypes,
];

/** The type of a job that reads an object store. */
export function objectJobType(family: ObjectStoreFamily, scope: ObjectScope): IndexJobType {
  return scope === 'bucket' ? `index_${family}` : `index_${family}_${scope}`;
}

/**
 * Source that documents name: `url`, `text`, `file`, `uploads`, or the object store, for any part of it. Syncs
 * follow containers of Azure.
 */
export function documentSourceType(type: IndexJobType): string {
  if (syncTypes.some((one) => one === type)) return 'azure';
  const name = type.replace('index_', '');
  return OBJECT_STORES.find((family) => name.startsWith(`${family}_`)) ?? name;
}

/** A file that lies in our blob store, under an upload. */
export interface UploadedSource {
  uploadId: string;
  filename: string;
  contentType: string;
  byteSize: number;
  /** Hex. */
  sha256: string;
}

/** A link to one file; `uri` is its normalised form, by which it is known. */
export interface LinkSource {
  url: string;
  uri: string;
  filename: string;
}

/** A part of a customer's object store. What opens it lies sealed in the job's row, apart from this. */
export interface ObjectSource {
  family: ObjectStoreFamily;
  scope: ObjectScope;
  bucket: string;
  /** The object's key, the folder's prefix, or '' for the whole bucket. */
  path: string;
}

/** Origin of the files of a job; a job has one sort. */
export type IndexSource =
  | { kind: 'links'; links: LinkSource[] }
  /** `own`: made by the request itself, and removed with the job. */
  | { kind: 'uploads'; uploads: UploadedSource[]; own: boolean }
  | { kind: 'objects'; objects: ObjectSource };
