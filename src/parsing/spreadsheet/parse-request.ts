import { type PartPage } from './part-file';
import { type TablePart } from './tables/table-part';

/**
 * Workbook to parse, options and output folder. All plain data, because it is posted to the parsing thread.
 */
export interface ParseRequest {
  /** Path of the workbook, a local file. */
  path: string;
  /**
   * Name under which the caller sent the file; null for none, or where the document parser has compared it
   * with the type.
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
    /** True to write the tables of the sheets and their values beside the chunks. */
    tables: boolean;
  };
  /**
   * Bytes at which a part is complete. Whole sheets share a part until then, or for one second. 0 makes each
   * sheet a part of its own.
   */
  partBytesMin: number;
  /** Upper bound of the bytes of all parts of the attempt (`outputBound`). */
  outputBytesMax: number;
  /**
   * Common file of all parts, created or replaced: `head` and then the parts, joined as in a result. Null
   * gives each part its own file in the work folder.
   */
  growing: { path: string; head: string } | null;
  /** Existing local folder for parts and assets; the caller removes it. */
  workDirectory: string;
  /**
   * Position after the last part of an earlier attempt: next sheet and chunk, and the rows before them. Zeros
   * for a first attempt.
   */
  resume: { sheetIndex: number; chunkIndex: number; rowsDone: number };
  /**
   * Links to images. `folderKey` is the key of the job's assets folder (`blobFolderKey`). The root
   * `SIGNING_KEY` never enters the thread.
   */
  assetUrls: { baseUrl: string; expiresAtMs: number; folderKey: Uint8Array };
}

/** Image whose bytes the caller stores under the job's `assetId`. */
export interface ParsedAsset {
  assetId: string;
  path: string;
  contentType: string;
  byteSize: number;
}

/** Chunks of one or more successive whole sheets: `bytes` of the file at `path`, beginning at `start`. */
export interface ParsedPart {
  /** Index of the first sheet after the part, among the sheets that are read. */
  nextSheet: number;
  path: string;
  start: number;
  bytes: number;
  chunkIndexFirst: number;
  chunkCount: number;
  /** Characters of the sheets' own text, without repeated headers and figures. */
  characters: number;
  figures: number;
  rows: number;
  pages: PartPage[];
  assets: ParsedAsset[];
  /** Tables and values of the sheets; null where the request has none of them. */
  tables: TablePart | null;
  /** Warnings for the user about content of the sheets that could not be read. */
  warnings: string[];
}

/**
 * Counts of a parse. Rows include those of finished sheets, also of earlier attempts, and of the current one.
 */
export interface ParseProgressCounts {
  /** Number of sheets that are read: all, or those that are not hidden. */
  sheetsTotal: number;
  sheetsDone: number;
  rowsDone: number;
}

export interface ParsedWorkbook {
  format: 'xlsx' | 'xlsb' | 'xls' | 'ods' | 'csv' | 'legacy';
  sheets: number;
  /** Index of the next chunk, which is the number of all chunks, earlier attempts included. */
  chunks: number;
  rows: number;
  /** Warnings about the workbook as a whole; warnings about a sheet are in its part. */
  warnings: string[];
}
