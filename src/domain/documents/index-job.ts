import { type CustomMetadata } from './document';
import { type MaskingOptions } from './masking';
import { type MetadataMapping } from './metadata-mapping';
import { type OcrLanguage } from './ocr-language';

/** States of an indexing job; final states never change. */
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

/** Why a file was skipped; the job continues. */
export const SKIP_REASONS = [
  'already_indexed',
  'duplicate_in_job',
  'max_files_reached',
  'excluded_by_pattern',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const INDEX_JOB_ERRORS = ['all_files_failed', 'embedding_stalled', 'execution_failed'] as const;
export type IndexJobError = (typeof INDEX_JOB_ERRORS)[number];

/**
 * States that each move may start from; the store's conditional update names them. `pending` → `failed` is
 * for a job whose run died before it claimed the job.
 */
export const INDEX_JOB_MOVES: Record<Exclude<IndexJobState, 'pending'>, readonly IndexJobState[]> = {
  running: ['pending', 'running'],
  completed: ['running'],
  completed_with_errors: ['running'],
  failed: ['pending', 'running'],
  timed_out: ['running'],
  cancelled: ['pending', 'running'],
};

export const FINAL_INDEX_STATES = [
  'completed',
  'completed_with_errors',
  'failed',
  'timed_out',
  'cancelled',
] as const satisfies readonly IndexJobState[];
export type FinalIndexState = (typeof FINAL_INDEX_STATES)[number];

/** Whether a job has ended; after that only its rollback and the cleanup of its files change the row. */
export function isFinalIndexState(state: IndexJobState): state is FinalIndexState {
  return (FINAL_INDEX_STATES as readonly IndexJobState[]).includes(state);
}

/** Modes of reading files: `advanced` also reads the image of every page. */
export const PROCESSING_TYPES = ['basic', 'advanced'] as const;
export type ProcessingType = (typeof PROCESSING_TYPES)[number];

/** The caller's options for all files of a job. */
export interface IndexOptions {
  customMetadata: CustomMetadata | null;
  skipExisting: boolean;
  overwriteExisting: boolean;
  /** Null for no limit. */
  filesMax: number | null;
  processingType: ProcessingType;
  /** Language of the text in pictures. */
  ocrLanguage: OcrLanguage;
  /** BCP-47 tag; null to detect the language. */
  transcriptionLanguage: string | null;
  /** Name of a stored script; null for none. */
  parsingScript: string | null;
  /** Whether documents and chunks get tags and a summary. */
  tagsSummary: boolean;
  /** False to skip hidden sheets of workbooks. */
  includeHiddenSheets: boolean;
  masking: MaskingOptions | null;
  /** Mapping from metadata of objects to metadata of documents; only jobs of syncs have it. */
  metadataMapping?: MetadataMapping;
}

/** Numbers of files of a job by outcome. */
export interface IndexCounts {
  total: number;
  indexed: number;
  failed: number;
  skipped: number;
}

/** Why a run ends its job. For `done` the verdict follows from the counts. */
export type IndexJobEnding = 'done' | 'cancelled' | 'timed_out' | 'embedding_stalled' | 'execution_failed';

/** Final state of a job, and the reason of a failed one. */
export interface IndexVerdict {
  state: FinalIndexState;
  error: IndexJobError | null;
}

/**
 * The verdict of a job. A stalled embedder fails the job only when nothing was indexed. Otherwise the job is
 * stopped with an error and keeps its files.
 */
export function indexVerdict(ending: IndexJobEnding, { indexed, failed }: IndexCounts): IndexVerdict {
  if (ending === 'cancelled' || ending === 'timed_out') return { state: ending, error: null };
  if (ending === 'embedding_stalled' && indexed === 0) return { state: 'failed', error: ending };
  if (ending !== 'done') return { state: 'failed', error: 'execution_failed' };
  if (failed === 0) return { state: 'completed', error: null };
  if (indexed > 0) return { state: 'completed_with_errors', error: null };
  return { state: 'failed', error: 'all_files_failed' };
}

/** Files of one job that are processed singly at the same time. */
export const indexFilesAtOnceMax = 16;
/** Size of a group of small files, and number of groups of one job at the same time. */
export const filesTogetherMax = 50;
export const groupsAtOnceMax = 3;
/**
 * Tries of a group. After them its files are processed singly, so that a file that kills workers is found.
 */
export const groupTriesMax = 2;
/** Files in one page that a run asks for. */
export const filesPerPage = 250;
/**
 * Tries of listing the files of a job, and of copying a file. Attempts that fail because their organization
 * has no free slot do not count, here and below.
 */
export const scanTriesMax = 8;
export const fetchTriesMax = 8;
/**
 * Tries of embedding and storing a file: with their pauses about 15 minutes. After that an embedder or search
 * engine that does not answer ends the whole job.
 */
export const storeTriesMax = 20;
/** Tries of masking a file; each continues where the one before stopped. */
export const maskTriesMax = 8;
/** Time for a whole job, from its start. */
export const indexDeadlineMs = 6 * 3_600_000;
/** Time since its last progress after which the sweep checks a job. */
export const indexCheckAfterMs = 60_000;
export const indexHoldKind = 'index';
/** Time after acceptance after which the sweep starts a pending job that has no run. */
export const indexStartGraceMs = 30_000;
/** Retention of the rows of a job and of its files, from its end. */
export const indexJobTtlMs = 90 * 24 * 3_600_000;
/** Most warnings that a job keeps. */
export const indexWarningsMax = 100;
/** Failure type of activities: the embedder did not answer in all tries of a file. It ends the job. */
export const embedderAway = 'embedder_away';
/**
 * Failure type of activities: the search engine took no writes in all tries of a file, because it was away or
 * full. It ends the job.
 */
export const searchEngineAway = 'search_engine_away';

/** Blob keys of a job. All of them lie below `prefix` and are removed by one call. */
export function indexBlobs(jobId: string) {
  const prefix = `indexing/${jobId}/`;
  return {
    prefix,
    /**
     * Work on one file. Every attempt has a token of its own, so that concurrent attempts write to different
     * keys.
     */
    file: (file: number, token: string) => `${prefix}${file}/${token}/`,
  };
}
