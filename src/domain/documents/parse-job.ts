import { type ProcessingType } from './index-job';
import { type OcrLanguage } from './ocr-language';
import { type DocumentFiles, type ParsedDocuments } from './parsed-pages';
import { type TableFiles } from './parsed-table';

/** States of a parse job. `completed`, `failed` and `cancelled` are final. */
export const PARSE_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type ParseJobState = (typeof PARSE_JOB_STATES)[number];

/** States that each move may start from; the store's conditional update names them. */
export const PARSE_JOB_MOVES: Record<Exclude<ParseJobState, 'queued'>, readonly ParseJobState[]> = {
  processing: ['queued', 'processing'],
  completed: ['processing'],
  failed: ['queued', 'processing'],
  cancelled: ['queued', 'processing'],
};

/**
 * Steps of a run, in order; `describing` only when tags and summaries are requested. A job that has ended
 * shows `done`.
 */
export const PARSE_STAGES = [
  'queued',
  'fetching',
  'parsing',
  'describing',
  'storing',
  'settling',
  'done',
] as const;
export type ParseStage = (typeof PARSE_STAGES)[number];

/** Kinds of parse jobs, by the route that accepted them. */
export const PARSE_TYPES = ['document', 'spreadsheet'] as const;
export type ParseType = (typeof PARSE_TYPES)[number];

/** The caller's options for a document. */
export interface DocumentParseOptions {
  type: 'document';
  includeTagsSummary: boolean;
  processingType: ProcessingType;
  /** Language of the text in pictures. */
  ocrLanguage: OcrLanguage;
  /** BCP-47 tag of the language of a recording; null to detect it. */
  transcriptionLanguage: string | null;
}

/** The caller's options for a spreadsheet. */
export interface SpreadsheetParseOptions {
  type: 'spreadsheet';
  includeTagsSummary: boolean;
  includeImages: boolean;
  includeVerifiedFacts: boolean;
  /** False to skip hidden and very hidden sheets. */
  includeHiddenSheets: boolean;
}

export type ParseOptions = DocumentParseOptions | SpreadsheetParseOptions;

/** Source of the bytes. The file behind a link is copied into the blob store right after acceptance. */
export type ParseInput = { kind: 'link'; url: string } | { kind: 'upload'; uploadId: string };

/** Progress in the job resource. Rows are counted over finished sheets and the sheet that is being read. */
export interface ParseProgress {
  stage: ParseStage;
  sheetsTotal: number | null;
  sheetsDone: number;
  rowsDone: number;
  /** Pages of a document, the total only where its format states it; absent for spreadsheets. */
  pagesTotal?: number | null;
  pagesDone?: number;
}

/**
 * Codes with which an accepted job may end `failed`. `internal_error` is a fault of the service.
 * `insufficient_credits`: the file costs more than the organization has. All others are faults of the file or
 * of the link.
 */
export const PARSE_FAILURES = [
  'download_failed',
  'file_too_large',
  'unsupported_file_type',
  'insufficient_credits',
  'internal_error',
] as const;
export type ParseFailureCode = (typeof PARSE_FAILURES)[number];

/** Totals of a completed job. */
export interface ParseTotals {
  sheets: number;
  chunks: number;
  figures: number;
  characters: number;
  /** Absent for a spreadsheet. */
  document?: ParsedDocuments;
}

/** Failure type of activities: the job has ended outside the run, which then stops. It is not an error. */
export const jobNotRunning = 'job_not_running';

/** Whether a job has ended; after that only the cleanup of its files changes the row. */
export function isFinalParseState(state: ParseJobState): boolean {
  return state !== 'queued' && state !== 'processing';
}

/**
 * Chunks of one or more whole sheets, or of a whole document, in the format of `parse-result.ts`. The next
 * part begins with sheet `nextSheet` and chunk `firstChunk + chunks`.
 */
export interface ParsePart {
  /** Null when none of the sheets has a chunk. */
  key: string | null;
  /** First byte of the part in its blob. */
  start: number;
  byteSize: number;
  firstChunk: number;
  chunks: number;
  figures: number;
  characters: number;
  rows: number;
  nextSheet: number;
  /** Offsets of some chunks, ascending, the first chunk among them. */
  pages: ChunkOffset[];
  /** Tables of the sheets and values of the chunks; absent for a document. */
  tableFiles?: TableFiles;
  /** What a document has beside its chunks; absent for a spreadsheet. */
  document?: ParsedDocuments & { files: DocumentFiles };
}

/**
 * The fields of a part that joining its chunks needs. Also the stored form of chunks with tags and summaries.
 */
export type ChunkFile = Pick<ParsePart, 'start' | 'byteSize' | 'firstChunk' | 'chunks' | 'pages'> & {
  key: string;
};

/** Position of a chunk, in bytes from the start of a part or of a result. */
export interface ChunkOffset {
  chunk: number;
  offset: number;
}

/**
 * Tries of describing the chunks of a job; each continues after the chunks that are stored. Attempts that
 * fail because their organization has no free slot do not count.
 */
export const describeTriesMax = 8;
/** Time since its last progress after which the sweep checks a job. */
export const parseCheckAfterMs = 60_000;
/** Time after acceptance after which the sweep starts a queued job that has no run. */
export const parseStartGraceMs = 30_000;
/**
 * Time after the end of a failed or cancelled job after which retention removes the files that its run did
 * not.
 */
export const parseFilesGraceMs = 5 * 60_000;
/** Retention of the row of a job, with its state and its charge, from its end. */
export const parseJobTtlMs = 30 * 24 * 3_600_000;
/** Most warnings that a job keeps of its file. */
export const parseWarningsMax = 100;
export const parseHoldKind = 'parse';
/** Age at which holds without a job are released. An acceptance takes seconds. */
export const orphanHoldGraceMs = 2 * 60_000;

/**
 * Blob keys of a job. All of them lie below `prefix` and are removed by one call. The row names the parts and
 * the result that are valid. Their keys contain a token of the attempt that wrote them, so that an abandoned
 * attempt overwrites nothing.
 */
export function parseBlobs(jobId: string) {
  const prefix = `parse/${jobId}/`;
  return {
    prefix,
    input: `${prefix}input`,
    partsPrefix: `${prefix}parts/`,
    part: (token: string) => `${prefix}parts/${token}`,
    assetsPrefix: `${prefix}assets/`,
    asset: (assetId: string) => `${prefix}assets/${assetId}`,
    result: (token: string) => `${prefix}result-${token}.json`,
    tables: (token: string) => `${prefix}tables-${token}.ndjson`,
    values: (token: string) => `${prefix}values-${token}.ndjson`,
    markdown: (token: string) => `${prefix}markdown-${token}.md`,
    pages: (token: string) => `${prefix}pages-${token}.ndjson`,
    transcript: `${prefix}parts/transcript.json`,
  };
}
