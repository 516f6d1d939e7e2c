/** States of a parse job. `completed`, `failed` and `cancelled` are final: nothing leaves them. */
export const PARSE_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type ParseJobState = (typeof PARSE_JOB_STATES)[number];

/** States that each move may start from; a store moves a job in one update that names them. */
export const PARSE_JOB_MOVES: Record<Exclude<ParseJobState, 'queued'>, readonly ParseJobState[]> = {
  processing: ['queued', 'processing'],
  completed: ['processing'],
  failed: ['queued', 'processing'],
  cancelled: ['queued', 'processing'],
};

/**
 * Steps of a run, in order; `describing` only when tags and summaries are asked for. `done` is shown once
 * final.
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

/** Options of the caller. */
export interface ParseOptions {
  includeTagsSummary: boolean;
  includeImages: boolean;
  includeVerifiedFacts: boolean;
  /** False to leave hidden and very hidden sheets out. */
  includeHiddenSheets: boolean;
}

/** Source of the bytes. A link is copied into the blob store right after acceptance. */
export type ParseInput = { kind: 'link'; url: string } | { kind: 'upload'; uploadId: string };

/** Shown in the job resource while it runs; rows count over the sheets done and the one being read. */
export interface ParseProgress {
  stage: ParseStage;
  sheetsTotal: number | null;
  sheetsDone: number;
  rowsDone: number;
}

/**
 * Codes with which an accepted job may end `failed`. `internal_error` is ours; `insufficient_credits` tells
 * that the file costs more than its organization has; the others are the file's or the link's.
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
}

/** A failure type that is no job's: whoever finds the job ended elsewhere stops, and nothing is wrong. */
export const jobNotRunning = 'job_not_running';

/** Last states; a row in one of them changes no more, but for its files. */
export function isFinalParseState(state: ParseJobState): boolean {
  return state !== 'queued' && state !== 'processing';
}

/**
 * Chunks of one or more whole sheets, stored as `parse-result.ts` says. The next part begins with sheet
 * `nextSheet` and chunk `firstChunk + chunks`.
 */
export interface ParsePart {
  /** Null when none of the sheets has a chunk. */
  key: string | null;
  /** Byte of its blob at which it begins. */
  start: number;
  byteSize: number;
  firstChunk: number;
  chunks: number;
  figures: number;
  characters: number;
  rows: number;
  nextSheet: number;
  /** Ascending; the first chunk is always among them. */
  pages: ChunkOffset[];
}

/** The fields of a part that joining its chunks needs; the stored form of chunks with tags and summaries. */
export type ChunkFile = Pick<ParsePart, 'start' | 'byteSize' | 'firstChunk' | 'chunks' | 'pages'> & {
  key: string;
};

/** Start of a chunk, in bytes from the start of a part or of a result. */
export interface ChunkOffset {
  chunk: number;
  offset: number;
}

/**
 * Tries of describing the chunks of a job; each continues after those that the one before has stored.
 * Attempts that came before the turn of their organization do not count.
 */
export const describeTriesMax = 8;
/** A job that shows no sign of life for this long is looked at by the sweep. */
export const parseCheckAfterMs = 60_000;
/** A queued job that has no run is started by the sweep this long after its acceptance. */
export const parseStartGraceMs = 30_000;
/** Files of failed and cancelled jobs that their run did not remove go this long after the end. */
export const parseFilesGraceMs = 5 * 60_000;
/** The row of a job, with its state and what was billed, is kept this long after the end. */
export const parseJobTtlMs = 30 * 24 * 3_600_000;
/** Warnings that are kept of a file. */
export const parseWarningsMax = 100;
/** Kind of the holds and places that parse jobs take. */
export const parseHoldKind = 'parse';
/** Credits and places held without a job are released after this time; an acceptance takes seconds. */
export const orphanHoldGraceMs = 2 * 60_000;

/**
 * Blob keys of a job. Everything lies below `prefix`, so that one call removes it. A part or a result that
 * counts is named by the row: its key has a token of the attempt that wrote it, so that an attempt which was
 * given up overwrites nothing.
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
  };
}
