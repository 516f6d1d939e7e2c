import { type Readable } from 'node:stream';

/** First and last byte, both inclusive, as in an HTTP `Range`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  byteSize: number;
  /** Hexadecimal SHA-256 of the bytes, computed while they are streamed. */
  sha256: string;
}

/** A piece to join: text, a blob, or a range of a blob. */
export type BlobPiece = string | { key: string; range?: ByteRange };

/** A blob that its writer appends to. */
export interface GrowingBlob {
  key: string;
  /** Local file; only its writer appends to it. */
  path: string;
  /** Settles when all bytes that were written before are on disk. */
  sync(): Promise<void>;
}

/**
 * A store of files. Keys are slash-separated paths of `[A-Za-z0-9._-]` segments, never text of callers. A
 * blob appears under its key when its last byte is stored; writing to an existing key replaces the blob as a
 * whole.
 */
export interface BlobStore {
  readonly driver: 'folder' | 's3';
  /**
   * Streams a body into a blob, in constant memory. Fails, and stores nothing, when the body fails, `signal`
   * aborts or more than `byteMax` bytes arrive.
   *
   * @throws BlobTooLarge
   */
  put(
    key: string,
    body: Readable,
    options: { contentType: string; byteMax?: number; signal?: AbortSignal },
  ): Promise<StoredBlob>;
  /** Stores a local file. The folder driver may move it: the caller must not use it afterwards. */
  putFile(key: string, path: string, options: { contentType: string }): Promise<void>;
  /**
   * Starts an empty blob that grows; null for drivers that take only complete bodies. Synced bytes can be
   * read, and joined by range, even when the writer was killed. The only other operation on such a blob is
   * its deletion.
   */
  grow(key: string): Promise<GrowingBlob | null>;
  /**
   * Joins pieces, in order, into a new blob, and returns its size. The joined blobs stay. If the pieces are
   * ranges of one growing blob in its own order, with the texts between them, nothing is copied: the new blob
   * shares the file.
   *
   * @throws BlobNotFound
   */
  join(
    key: string,
    pieces: readonly BlobPiece[],
    options: { contentType: string; signal: AbortSignal },
  ): Promise<number>;
  /** Copies a blob, inside the store if the driver can. */
  copy(from: string, to: string): Promise<void>;
  /**
   * `byteSize` is the size of the whole blob, also for a range. A range may end after the last byte, but not
   * begin there.
   *
   * @throws BlobNotFound
   * @throws RangeError
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; byteSize: number; contentType: string }>;
  /** `etag` is quoted, as in HTTP, and changes when the blob is replaced. @throws BlobNotFound */
  stat(key: string): Promise<{ byteSize: number; contentType: string; etag: string }>;
  /**
   * A readable local path of the blob; remote drivers download it into `scratchFolder`. `release` removes
   * such a copy.
   */
  localFile(
    key: string,
    scratchFolder: string,
    signal?: AbortSignal,
  ): Promise<{ path: string; release(): Promise<void> }>;
  /** Removes blobs; keys without a blob are ignored. */
  delete(keys: readonly string[]): Promise<void>;
  /** Removes all blobs below `prefix`, which ends with a slash. */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * A link that works without a key until `expiresAtMs`: presigned by S3, or signed by the service and served
   * at `/b/…`.
   */
  signedUrl(key: string, expiresAtMs: number, options?: { filename?: string }): Promise<string>;
  /**
   * Removes unfinished data of killed writers (drafts, parts) that is older than this, and returns their
   * number. The age must exceed the longest upload.
   */
  removeAbandoned(olderThanMs: number): Promise<number>;
  /** Throws when the store cannot be used now. */
  check(): Promise<void>;
}
