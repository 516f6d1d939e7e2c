import { type CustomMetadata } from './document';
import { type MaskingOptions } from './masking';
import { type MetadataMapping } from './metadata-mapping';

/** States of an indexing job; nothing leaves a final one. */
export const INDEX_JOB_STATES = [
  'pending',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'timed_out',
  'cancelled',
] as const;
export type IndexJobState = (typeof INDEX_JOB_STATES)[number];

/** Stages of a running job, in order; `masking` and `tagging` only where they were asked for. */
export const INDEX_STAGES = [
  'scanning',
  'extracting',
  'masking',
  'chunking',
  'tagging',
  'embedding',
  'finalizing',
] as const;
export type IndexStage = (typeof INDEX_STAGES)[number];

export const JOB_FILE_STATES = [
  'queued',
  'processing',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type JobFileState = (typeof JOB_FILE_STATES)[number];

/** Why one file failed; the job continues. */
export const JOB_FILE_ERRORS = [
  'download_failed',
  'access_denied',
  'not_found',
  'private_address',
  'file_too_large',
  'unsupported_file_type',
  'empty_file',
  'encrypted_file',
  'parse_failed',
  'parsing_script_failed',
  'transcription_not_configured',
  'masking_failed',
  'embedding_failed',
  'name_conflict',
  'insufficient_credits',
  'internal_error',
] as const;
export type JobFileError = (typeof JOB_FILE_ERRORS)[number];

/** Why one file was left alone. */
export const SKIP_REASONS = [
  'already_indexed',
  'duplicate_in_job',
  'max_files_reached',
  'excluded_by_pattern',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** Why a whole job failed. */
export const INDEX_JOB_ERRORS = ['all_files_failed', 'embedding_stalled', 'execution_failed'] as const;
export type IndexJobError = (typeof INDEX_JOB_ERRORS)[number];

/**
 * States that each move may start from; a store moves a job in one update that names them. A job whose run
 * died before it began has no `running` behind it, hence `pending` → `failed`.
 */
export const INDEX_JOB_MOVES: Record<Exclude<IndexJobState, 'pending'>, readonly IndexJobState[]> = {
  running: ['pending', 'running'],
  completed: ['running'],
  completed_with_errors: ['running'],
  failed: ['pending', 'running'],
  timed_out: ['running'],
  cancelled: ['pending', 'running'],
};

/** Last states; nothing leaves one. */
export const FINAL_INDEX_STATES = [
  'completed',
  'completed_with_errors',
  'failed',
  'timed_out',
  'cancelled',
] as const satisfies readonly IndexJobState[];
export type FinalIndexState = (typeof FINAL_INDEX_STATES)[number];

/** Whether nothing changes a job any more, but for its rollback and what is left of its files. */
export function isFinalIndexState(state: IndexJobState): state is FinalIndexState {
  return (FINAL_INDEX_STATES as readonly IndexJobState[]).includes(state);
}

/** How thoroughly files are read: `advanced` looks at the image of every page. */
export const PROCESSING_TYPES = ['basic', 'advanced'] as const;
export type ProcessingType = (typeof PROCESSING_TYPES)[number];

/** Options of the caller for all files of a job. */
export interface IndexOptions {
  customMetadata: CustomMetadata | null;
  skipExisting: boolean;
  overwriteExisting: boolean;
  /** Null for no bound. */
  filesMax: number | null;
  processingType: ProcessingType;
  /** BCP-47 tag, null to find out. */
  transcriptionLanguage: string | null;
  /** Name of a stored script, null for none. */
  parsingScript: string | null;
  /** Documents and chunks get tags and a summary. */
  tagsSummary: boolean;
  /** False to leave hidden sheets of workbooks out. */
  includeHiddenSheets: boolean;
  masking: MaskingOptions | null;
  /** Metadata of objects that documents get as their own; only jobs of syncs have it. */
  metadataMapping?: MetadataMapping;
}

/** Files of a job by what became of them. */
export interface IndexCounts {
  total: number;
  indexed: number;
  failed: number;
  skipped: number;
}

/** Why a run ends its job. `done` leaves the verdict to the counts. */
export type IndexJobEnding = 'done' | 'cancelled' | 'timed_out' | 'embedding_stalled' | 'execution_failed';

/** The final state of a job and, of a failed one, why. */
export interface IndexVerdict {
  state: FinalIndexState;
  error: IndexJobError | null;
}

/**
 * How a job ends. A stalled embedder is the reason only where nothing was indexed; later it is a job that was
 * stopped with an error, whose files stay.
 */
export function indexVerdict(ending: IndexJobEnding, { indexed, failed }: IndexCounts): IndexVerdict {
  if (ending === 'cancelled' || ending === 'timed_out') return { state: ending, error: null };
  if (ending === 'embedding_stalled' && indexed === 0) return { state: 'failed', error: ending };
  if (ending !== 'done') return { state: 'failed', error: 'execution_failed' };
  if (failed === 0) return { state: 'completed', error: null };
  if (indexed > 0) return { state: 'completed_with_errors', error: null };
  return { state: 'failed', error: 'all_files_failed' };
}

/** Files of one job that are at work at once, each by itself. */
export const indexFilesAtOnceMax = 16;
/**
 * Small files that go through their steps together, and how many such groups of one job are at work at once.
 */
export const filesTogetherMax = 50;
export const groupsAtOnceMax = 3;
/** A group that broke off so often is left, so that a file that kills workers does it alone. */
export const groupTriesMax = 2;
/** Files whose numbers a run asks for at once. */
export const filesPerPage = 250;
/**
 * Tries of listing the files of a job, and of copying a file. Attempts that came before the turn of their
 * organization do not count, here and below.
 */
export const scanTriesMax = 8;
export const fetchTriesMax = 8;
/**
 * Tries of embedding and storing a file: with their pauses about a quarter of an hour for an embedder or a
 * search engine that does not answer. Then the whole job is given up.
 */
export const storeTriesMax = 20;
/** Tries of masking a file; each continues after what the one before has searched. */
export const maskTriesMax = 8;
/** Time for a whole job, from its start. */
export const indexDeadlineMs = 6 * 3_600_000;
/** A job that shows no sign of life for this long is looked at by the sweep. */
export const indexCheckAfterMs = 60_000;
/** Kind of the holds that indexing jobs take. */
export const indexHoldKind = 'index';
/** A pending job that has no run is started by the sweep this long after its acceptance. */
export const indexStartGraceMs = 30_000;
/** The rows of a job and of its files are kept this long after its end. */
export const indexJobTtlMs = 90 * 24 * 3_600_000;
/** Warnings that are kept of a job. */
export const indexWarningsMax = 100;
/** The embedder did not answer for the whole retry budget of a file. No file's error: it ends the job. */
export const embedderAway = 'embedder_away';
/** The search engine took nothing for as long, because it was away or had no room: likewise. */
export const searchEngineAway = 'search_engine_away';

/** Blob keys of a job. Everything lies below `prefix`, so that one call removes it. */
export function indexBlobs(jobId: string) {
  const prefix = `indexing/${jobId}/`;
  return {
    prefix,
    /** Work of one file; every attempt has a token of its own, so that two that run at once cannot mix. */
    file: (file: number, token: string) => `${prefix}${file}/${token}/`,
  };
}
