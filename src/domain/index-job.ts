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

/** States of one file of a job. */
export const JOB_FILE_STATES = [
  'queued',
  'processing',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const;
export type JobFileState = (typeof JOB_FILE_STATES)[number];

/** Why one file failed; the job goes on. */
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
