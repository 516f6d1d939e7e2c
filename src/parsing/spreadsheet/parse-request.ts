import { type PartPage } from './part-file';

/**
 * Workbook to parse, options and output folder. It is posted to the parsing thread, so that it is plain data.
 */
export interface ParseRequest {
  /** Path of the workbook, a local file. */
  path: string;
  /**
   * Name under which the caller has sent the file; null for none, or where others compare it with the type.
   */
  filename: string | null;
  /** Prefix of chunk ids: `<jobId>:<index>`. */
  jobId: string;
  options: {
    /** True where images and charts become figure chunks. */
    images: boolean;
    verifiedFacts: boolean;
    /** False to leave hidden and very hidden sheets out. */
    hiddenSheets: boolean;
  };
  /**
   * Bytes from which a part is complete; whole sheets share a part until then, or for one second. 0 makes
   * each sheet a part of its own.
   */
  partBytesMin: number;
  /** Bytes of all parts of the attempt at most (`outputBound`). */
  outputBytesMax: number;
  /**
   * Common file of all parts, created or replaced: `head` and then the parts, joined as in a result. Null
   * gives each part its own file in the work folder.
   */
  growing: { path: string; head: string } | null;
  /** Existing local folder for parts and assets; the caller removes it. */
  workDirectory: string;
  /**
   * Position behind the last part of an earlier attempt: next sheet and chunk, and the rows before them.
   * Zeros for a first attempt.
   */
  resume: { sheetIndex: number; chunkIndex: number; rowsDone: number };
  /**
   * Links to images: `folderKey` is the key of the job's assets folder (`blobFolderKey`), never the root
   * `SIGNING_KEY`, which stays out of the thread.
   */
  assetUrls: { baseUrl: string; expiresAtMs: number; folderKey: Uint8Array };
}

/** An image whose bytes are to be stored under the job's `assetId`. */
export interface ParsedAsset {
  assetId: string;
  path: string;
  contentType: string;
  byteSize: number;
}

/** Chunks of one or more successive whole sheets: `bytes` of the file at `path`, from `start` on. */
export interface ParsedPart {
  /** Index, among the sheets that are read, of the one after the last of the part. */
  nextSheet: number;
  path: string;
  start: number;
  bytes: number;
  chunkIndexFirst: number;
  chunkCount: number;
  /** Characters of the sheets' own text; repeated headers and figures do not count. */
  characters: number;
  figures: number;
  rows: number;
  pages: PartPage[];
  assets: ParsedAsset[];
  /** Warnings for the user about content of the sheets that could not be read. */
  warnings: string[];
}

/** Counts of a parse. Rows include finished sheets, also of earlier attempts, and the current one. */
export interface ParseProgressCounts {
  /** Sheets that are read: all, or those that are not hidden. */
  sheetsTotal: number;
  sheetsDone: number;
  rowsDone: number;
}

/** Totals of a finished parse. */
export interface ParsedWorkbook {
  format: 'xlsx' | 'xls' | 'csv' | 'legacy';
  sheets: number;
  /** Index of the next chunk: the number of all chunks, earlier attempts included. */
  chunks: number;
  rows: number;
  /** Warnings about the workbook as a whole; those about a sheet are in its part. */
  warnings: string[];
}
