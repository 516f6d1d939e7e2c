/** One file of an archive as the central directory describes it. */
export interface ZipEntry {
  /** Slashes only, none in front. Never a path on disk: nothing is ever unpacked to one. */
  name: string;
  method: number;
  compressedBytes: number;
  /** Inflated size that the directory declares; reading more or fewer bytes is an error. */
  byteSize: number;
  /** Of the local header. */
  offset: number;
  crc32: number;
}

export const METHOD_STORED = 0;
export const METHOD_DEFLATED = 8;
