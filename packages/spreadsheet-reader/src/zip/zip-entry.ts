/** A file of an archive as in the central directory. */
export interface ZipEntry {
  /**
   * Name with forward slashes, none in front. It is never used as a path on disk, because nothing is
   * unpacked.
   */
  name: string;
  method: number;
  compressedBytes: number;
  /** Inflated size declared in the directory; reading more or fewer bytes is an error. */
  byteSize: number;
  /** Offset of the local header. */
  offset: number;
  crc32: number;
  /** Whether its bytes need a password. */
  isEncrypted: boolean;
}

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;
