import { type Readable } from 'node:stream';

/** First and last byte, inclusive, as in an HTTP `Range`. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBlob {
  byteSize: number;
  /** Hex SHA-256 of the bytes, computed while they streamed through. */
  sha256: string;
}

/** Something to join: bytes of our own as text, or a blob, or a range of one. */
export type BlobPiece = string | { key: string; range?: ByteRange };

/** A blob that is written bit by bit. */
export interface GrowingBlob {
  key: string;
  /** Local file that its only writer appends to. */
  path: string;
  /** Settles when what the writer handed to the system before is on the disk. */
  sync(): Promise<void>;
}

/**
 * A store of files. Keys are slash-separated paths of `[A-Za-z0-9._-]` segments, never the caller's text. A
 * blob appears under its key only when its last byte is there; writing a key again replaces it whole.
 */
export interface BlobStore {
  readonly driver: 'folder' | 's3';
  /**
   * Streams a body in; memory stays flat. Stops with an error, and leaves nothing, when the body fails,
   * `signal` aborts or more than `byteMax` bytes come.
   *
   * @throws BlobTooLarge
   */
  put(
    key: string,
    body: Readable,
    options: { contentType: string; byteMax?: number; signal?: AbortSignal },
  ): Promise<StoredBlob>;
  /** Takes a local file over; the folder driver may move it, so the caller must not use it afterwards. */
  putFile(key: string, path: string, options: { contentType: string }): Promise<void>;
  /**
   * Starts an empty blob that grows; null where the driver takes bodies only whole. What is synced can be
   * read and joined by range, also when its writer was killed; nothing else may be done with it, but to
   * delete it.
   */
  grow(key: string): Promise<GrowingBlob | null>;
  /**
   * Makes one blob out of pieces, in order, and answers its size. The blobs among them stay. Ranges of one
   * growing blob that lie there in this order, with the texts between them, are not copied: its file becomes
   * that of the new blob too.
   *
   * @throws BlobNotFound
   */
  join(
    key: string,
    pieces: readonly BlobPiece[],
    options: { contentType: string; signal: AbortSignal },
  ): Promise<number>;
  /** Copies without moving bytes through this process where the driver can. */
  copy(from: string, to: string): Promise<void>;
  /**
   * `byteSize` is the whole blob's, also where a range of it is read. A range may end after the last byte,
   * not begin there.
   *
   * @throws BlobNotFound
   * @throws RangeError
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; byteSize: number; contentType: string }>;
  /** `etag` is quoted, as in HTTP, and changes when the blob is replaced. @throws BlobNotFound */
  stat(key: string): Promise<{ byteSize: number; contentType: string; etag: string }>;
  /**
   * A readable local path, downloaded into `scratchFolder` when the driver is remote. `release` removes such
   * a copy.
   */
  localFile(
    key: string,
    scratchFolder: string,
    signal?: AbortSignal,
  ): Promise<{ path: string; release(): Promise<void> }>;
  /** Removes blobs; keys that are not there are no error. */
  delete(keys: readonly string[]): Promise<void>;
  /** Removes everything below `prefix` (which ends with a slash). */
  deletePrefix(prefix: string): Promise<void>;
  /**
   * A link that works without a key until `expiresAtMs`: presigned by S3, or signed by us and served at
   * `/b/…`.
   */
  signedUrl(key: string, expiresAtMs: number, options?: { filename?: string }): Promise<string>;
  /**
   * Removes what writers that were killed have left unfinished (drafts, parts), when it is older than this.
   * Returns how many. The age must be longer than any body takes to arrive.
   */
  removeAbandoned(olderThanMs: number): Promise<number>;
  /** Throws when the store cannot be used right now. */
  check(): Promise<void>;
}
