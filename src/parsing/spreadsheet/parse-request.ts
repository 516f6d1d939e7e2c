import { type PartPage } from './part-file';

/** What to parse and where to leave it. Crosses to the parsing thread, so it is plain data. */
export interface ParseRequest {
  /** The workbook, a local file. */
  path: string;
  /** Chunks get the ids `<jobId>:<index>`. */
  jobId: string;
  options: {
    /** Pictures and charts become figure chunks. */
    images: boolean;
    verifiedFacts: boolean;
  };
  /** Whole sheets share a part until it has so many bytes or has waited a second; 0 makes every sheet a part of its own. */
  partBytesMin: number;
  /**
   * One file for all parts, created or replaced: `head` and then the parts, joined as in a result. Null gives each part a
   * file of its own in the work folder.
   */
  growing: { path: string; head: string } | null;
  /** An existing local folder for parts and assets; the caller removes it. */
  workDirectory: string;
  /** Where an earlier attempt got to: the next sheet and chunk, and the rows before them. Zeros for a first attempt. */
  resume: { sheetIndex: number; chunkIndex: number; rowsDone: number };
  /**
   * Links to images: `folderKey` is the key of the job's assets folder (`blobFolderKey`), never the root `SIGNING_KEY`,
   * which stays out of the thread.
   */
  assetUrls: { baseUrl: string; expiresAtMs: number; folderKey: Uint8Array };
}

/** The bytes of one image, to be stored under the job's `assetId`. */
export interface ParsedAsset {
  assetId: string;
  path: string;
  contentType: string;
  byteSize: number;
}

/** One or more whole sheets that follow each other: their chunks are `bytes` of the file at `path`, from `start` on. */
export interface ParsedPart {
  /** Index of the sheet after the last one of the part. */
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
  /** Sentences about what of the sheets could not be read. */
  warnings: string[];
}

/** Rows count over the sheets done, those of earlier attempts among them, and the one being read. */
export interface ParseProgressCounts {
  sheetsTotal: number;
  sheetsDone: number;
  rowsDone: number;
}

/** What a finished parse was about. */
export interface ParsedWorkbook {
  format: 'xlsx' | 'xls' | 'csv' | 'legacy';
  sheets: number;
  /** Index that the next chunk would have: with resumed attempts, the number of all chunks. */
  chunks: number;
  rows: number;
  /** Sentences about the workbook as a whole; those about a sheet came with their part. */
  warnings: string[];
}
