import { type Readable } from 'node:stream';

/** Facts that a store states about an object. */
export interface ObjectFacts {
  key: string;
  byteSize: number;
  /** Changes with the content; without quotes. Null where the store gives none. */
  etag: string | null;
  modifiedAt: Date | null;
  /** Null where the store does not say: listings of S3 never do. */
  contentType: string | null;
  /** The caller's own, by names in lower case; empty where the store does not say: only listings of Azure do. */
  metadata: Record<string, string>;
}

/** A part of a listing, in the order of the store. It may be empty although more follow. */
export interface ObjectPage {
  objects: ObjectFacts[];
  /** Beginning of the next page; opaque, valid for as long as a job runs. Null after the last one. */
  next: string | null;
}

/**
 * An object that is being read; its size is null where the store does not announce it. Of an object that is
 * stored packed (`Content-Encoding`), the body is the unpacked file, and the size null.
 */
export interface OpenedObject {
  body: Readable;
  facts: Omit<ObjectFacts, 'byteSize'> & { byteSize: number | null };
}

/**
 * A bucket of a customer, to be read. What fails is an ObjectStoreError, or the signal's reason once it is
 * aborted.
 */
export interface ObjectStore {
  /**
   * A page of the objects whose keys begin with `prefix`. Markers of directories are left out: they are no
   * files.
   *
   * @param options.after `next` of the page before, null for the first one
   * @param options.limit most objects of the page, up to 1,000; of Azure 5,000
   */
  list(
    prefix: string,
    options: { after: string | null; limit: number; signal: AbortSignal },
  ): Promise<ObjectPage>;
  /**
   * Streams an object; the stream fails with the same errors, and as `file_too_large` past `byteMax`. Abort
   * or destroy it to hang up.
   *
   * @param options.ifMatch mark (`etag`) that the object has to have: another one is `object_changed`; default
   *   any
   */
  read(
    key: string,
    options: { byteMax: number; signal: AbortSignal; ifMatch?: string | undefined },
  ): Promise<OpenedObject>;
}

/** Why an object or a listing cannot be had. */
export type ObjectErrorCode =
  | 'access_denied'
  | 'not_found'
  | 'download_failed'
  | 'private_address'
  | 'file_too_large'
  /** It is not what `ifMatch` names any more. */
  | 'object_changed';

/** `message` is a sentence for the caller; it names neither credentials nor addresses. */
export class ObjectStoreError extends Error {
  override readonly name = 'ObjectStoreError';
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;

  constructor(
    readonly code: ObjectErrorCode,
    message: string,
    { retryable = false, cause }: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.retryable = retryable;
  }
}
