import { type Readable } from 'node:stream';
import { safeFilename } from '../../../src/domain/platform/filename';
import { fileBytesMax } from '../../../src/domain/platform/limits';
import { mappedMetadata } from '../../../src/domain/documents/metadata-mapping';
import {
  type ObjectAccess,
  type ObjectStore,
  ObjectStoreError,
  type OpenedObject,
} from '../../../src/object-stores';
import { type IndexJobRow } from '../../../src/stores/documents/index-jobs/index-job-kind';
import { type FileOrigin, type ObjectTold } from '../../../src/stores/documents/index-jobs/file-input';
import { type ActivityDeps } from '../../deps';
import { sourceSentences } from '../source-failures';
import { fileFailure } from './job-failures';

const headersTimeoutMs = 15_000;
const downloadTimeoutMs = 5 * 60_000;

/** Facts about the bytes that a source gives. */
export interface Opened {
  body: Readable;
  contentType: string | null;
  filename: string | null;
  /** Empty unless it is an object of a store. */
  told: ObjectTold;
}

/** File name from a source. A job with masking keeps the caller's name, since this one may reveal values. */
export function givenName({ options }: Pick<IndexJobRow, 'options'>, filename: string | null): string | null {
  return filename === null || options.masking != null ? null : safeFilename(filename);
}

/** Sources of files: links, objects of customers' stores, uploads. */
export interface Origins {
  open: (job: IndexJobRow, origin: FileOrigin, signal: AbortSignal) => Promise<Opened>;
}

/** Creates the sources of a worker, with the clients that its attempts use. */
export function createOrigins({
  blobs,
  objectStores,
  outbound,
  sealer,
  uploads,
}: Pick<ActivityDeps, 'blobs' | 'objectStores' | 'outbound' | 'sealer' | 'uploads'>): Origins {
  /** Opening a store unseals credentials and creates a client, which files of one attempt share. */
  const sources = new WeakMap<IndexJobRow, ObjectStore>();

  function sourceOf(job: IndexJobRow): ObjectStore {
    const known = sources.get(job);
    if (known !== undefined) return known;
    const source = objectStores.open(sealer.open(job.credentials ?? '', job._id) as ObjectAccess);
    sources.set(job, source);
    return source;
  }

  async function openLink(url: string, signal: AbortSignal): Promise<Opened> {
    const opened = await outbound.download(url, {
      schemes: ['https', 'http'],
      byteMax: fileBytesMax,
      headersTimeoutMs,
      totalTimeoutMs: downloadTimeoutMs,
      signal,
    });
    return { ...opened, told: {} };
  }

  /** Reads a listed object; one that has changed since is read in its present version. */
  async function readObject(
    job: IndexJobRow,
    { key, etag }: Extract<FileOrigin, { kind: 'object' }>,
    signal: AbortSignal,
  ): Promise<OpenedObject> {
    const wanted = { byteMax: fileBytesMax, signal };
    try {
      return await sourceOf(job).read(key, { ...wanted, ifMatch: etag });
    } catch (error) {
      if (!(error instanceof ObjectStoreError) || error.code !== 'object_changed') throw error;
      return sourceOf(job).read(key, wanted);
    }
  }

  async function openObject(
    job: IndexJobRow,
    origin: Extract<FileOrigin, { kind: 'object' }>,
    signal: AbortSignal,
  ): Promise<Opened> {
    const { body, facts } = await readObject(job, origin, signal);
    const { contentType, etag, metadata } = facts;
    const { metadataMapping } = job.options;
    const told: ObjectTold = {
      ...(etag !== null && { etag }),
      ...(metadataMapping && { custom: mappedMetadata(metadataMapping, metadata) }),
    };
    return { body, contentType, filename: null, told };
  }

  async function openUpload(uploadId: string): Promise<Opened> {
    const key = await uploads.blobKey(uploadId);
    if (key === null) throw fileFailure('not_found', sourceSentences.uploadGone);
    const { stream, contentType } = await blobs.read(key);
    return { body: stream, contentType, filename: null, told: {} };
  }

  return {
    open(job, origin, signal) {
      switch (origin.kind) {
        case 'link':
          return openLink(origin.url, signal);
        case 'object':
          return openObject(job, origin, signal);
        case 'upload':
          return openUpload(origin.uploadId);
      }
    },
  };
}
