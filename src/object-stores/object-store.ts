import { type Readable } from 'node:stream';

/** Facts about an object that a store states. */
export interface ObjectFacts {
  key: string;
  byteSize: number;
  /** Version mark that changes with the content, without quotes; null when the store gives none. */
  etag: string | null;
  modifiedAt: Date | null;
  /** Null when the store gives none, as in listings of S3. */
  contentType: string | null;
  /**
   * The owner's metadata, by names in lower case; empty when the store gives none: only listings of Azure do.
   */
  metadata: Record<string, string>;
}

/** A page of a listing, in the order of the store. It may be empty although more follow. */
export interface ObjectPage {
  objects: ObjectFacts[];
  /** Start of the next page; opaque, valid while a job runs. Null on the last page. */
  next: string | null;
}

/**
 * An object whose body can be read; its size is null when the store does not announce it. For an object that
 * is stored compressed (`Content-Encoding`) the body is the decompressed file, and the size is null.
 */
export interface OpenedObject {
  body: Readable;
  facts: Omit<ObjectFacts, 'byteSize'> & { byteSize: number | null };
}

/**
 * Read access to a customer's bucket. Failures are ObjectStoreErrors, or the signal's reason once it aborts.
 */
export interface ObjectStore {
  /**
   * Lists a page of the objects whose keys begin with `prefix`, without directory markers.
   *
   * @param options.after `next` of the page before; null for the first page
   * @param options.limit most objects of the page, up to 1,000; for Azure 5,000
   */
  list(
    prefix: string,
    options: { after: string | null; limit: number; signal: AbortSignal },
  ): Promise<ObjectPage>;
  /**
   * Streams an object. The stream fails with the same errors, and with `file_too_large` beyond `byteMax`.
   * Abort or destroy it to close the connection.
   *
   * @param options.ifMatch the `etag` that the object must have; otherwise it fails with `object_changed`;
   * default any
   */
  read(
    key: string,
    options: { byteMax: number; signal: AbortSignal; ifMatch?: string | undefined },
  ): Promise<OpenedObject>;
}

/** Why an object or a listing cannot be read. */
export type ObjectErrorCode =
  | 'access_denied'
  | 'not_found'
  | 'download_failed'
  | 'private_address'
  | 'file_too_large'
  /** The object no longer has the `etag` of `ifMatch`. */
  | 'object_changed';

/** Failure of an object store. `message` is a sentence for the caller, without credentials and addresses. */
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
