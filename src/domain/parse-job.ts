/** States of a parse job. `completed`, `failed` and `cancelled` are final: nothing leaves them. */
export const PARSE_JOB_STATES = ['queued', 'processing', 'completed', 'failed', 'cancelled'] as const;
export type ParseJobState = (typeof PARSE_JOB_STATES)[number];

/** Which states a move may start from; a store moves a job in one update that names them. */
export const PARSE_JOB_MOVES: Record<Exclude<ParseJobState, 'queued'>, readonly ParseJobState[]> = {
  processing: ['queued', 'processing'],
  completed: ['processing'],
  failed: ['queued', 'processing'],
  cancelled: ['queued', 'processing'],
};

/** Steps of a run, in order; `describing` only when tags and summaries are asked for. `done` is shown once final. */
export const PARSE_STAGES = ['queued', 'fetching', 'parsing', 'describing', 'storing', 'settling', 'done'] as const;
export type ParseStage = (typeof PARSE_STAGES)[number];

/** What the caller chose; defaults are all false. */
export interface ParseOptions {
  includeTagsSummary: boolean;
  includeImages: boolean;
  includeVerifiedFacts: boolean;
}

/** Where the bytes come from. A link is copied into the blob store right after acceptance. */
export type ParseInput = { kind: 'link'; url: string } | { kind: 'upload'; uploadId: string };

/** Shown in the job resource while it runs; rows count over the sheets done and the one being read. */
export interface ParseProgress {
  stage: ParseStage;
  sheetsTotal: number | null;
  sheetsDone: number;
  rowsDone: number;
}

/** Codes with which an accepted job may end `failed`. `internal_error` is ours, the others are the file's or the link's. */
export const PARSE_FAILURES = ['download_failed', 'file_too_large', 'unsupported_file_type', 'internal_error'] as const;
export type ParseFailureCode = (typeof PARSE_FAILURES)[number];

/** Totals of a completed job. */
export interface ParseTotals {
  sheets: number;
  chunks: number;
  figures: number;
  characters: number;
}
