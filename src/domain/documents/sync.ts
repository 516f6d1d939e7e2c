import { type IndexJobError, type IndexJobState, type JobFileError } from './index-job';
import { type IndexJobType } from './index-source';

/** Whether a sync runs by its schedule, only when asked, or never again. */
export const SYNC_STATUSES = ['active', 'paused', 'inactive'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** Activity of a sync right now; `error` when its last run came to nothing. */
export const SYNC_STATES = ['idle', 'backfilling', 'reconciling', 'error'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** Fate of documents whose objects are gone from the source. */
export const DELETION_POLICIES = ['mirror', 'archive', 'ignore'] as const;
export type DeletionPolicy = (typeof DELETION_POLICIES)[number];

/** Stages of a run, in order. */
export const SYNC_STAGES = ['listing', 'comparing', 'indexing', 'removing'] as const;
export type SyncStage = (typeof SYNC_STAGES)[number];

/** Why the last run of a sync came to nothing, or why it is paused. */
export const SYNC_ERRORS = [
  'source_listing_suspicious',
  'collection_moved',
  'collection_deleted',
  'indexing_failed',
  'execution_failed',
] as const;
export type SyncError = (typeof SYNC_ERRORS)[number];

/** Sentences for the owner, where nothing more is known. */
export const syncErrorSentences: Record<SyncError, string> = {
  source_listing_suspicious: 'The container could not be listed.',
  collection_moved: 'The collection was moved to another environment.',
  collection_deleted: 'The collection was deleted.',
  indexing_failed: 'The job of the run has failed.',
  execution_failed: 'The run was stopped by an error on our side.',
};

/** Type of the failures by which activities say that a run is no longer its sync's. */
export const syncRunOver = 'sync_run_over';

/** Types of the jobs that do the work of a run: the first run backfills. */
export type SyncJobType = Extract<IndexJobType, `sync_${string}`>;

/** Counts of one run, in objects of the source unless said otherwise. */
export interface SyncCounts {
  /** In the listing, those that patterns leave out included. */
  listed: number;
  /** Left out by patterns. */
  excluded: number;
  added: number;
  modified: number;
  unchanged: number;
  /** Known from earlier runs and not in the listing any more. */
  removed: number;
  /** Documents that were removed or archived with their objects. */
  deleted: number;
}

/** Counts of a run, as they are told once the run has compared. */
export interface SyncOutcome {
  jobId: string;
  counts: SyncCounts;
  /** Documents that stay though their objects are gone: by the policy, or since the listing is not believed. */
  withheld: number;
}

/** Counts of a run that has seen nothing yet. */
export const noSyncCounts: SyncCounts = {
  listed: 0,
  excluded: 0,
  added: 0,
  modified: 0,
  unchanged: 0,
  removed: 0,
  deleted: 0,
};

/** Minutes between two runs. */
export const syncIntervalMinutesDefault = 60;
export const syncIntervalMinutesMin = 5;
export const syncIntervalMinutesMax = 366 * 24 * 60;
/** Patterns of one list, and characters of one. */
export const syncPatternsMax = 50;
export const syncPatternCharsMax = 256;
/** Entries of a mapping of metadata. */
export const metadataMappingMax = 50;
/** Objects of one page of a listing: the most that Azure hands out. */
export const syncPageObjectsMax = 5_000;
/** Changed files of one job; a run with more continues with another job. */
export const syncFilesMax = 100_000;
/** An empty listing is suspicious where the last one had more objects than this. */
const emptyListingMax = 10;
/** A step of a run takes up nothing further after this time. */
export const syncStepMs = 10_000;
/** Objects whose documents are taken away together. */
export const syncRemovalsPerBatch = 100;
/** Objects that the source is asked for at once. */
export const syncRemovalsAtOnceMax = 8;
/** Longest pause between two looks at the job of a run. */
export const syncJobPauseMsMax = 15_000;
/** A run that shows no sign of life for this long is looked at by the sweep; so is a change of a schedule. */
export const syncCheckAfterMs = 60_000;

/** Whether a listing is not to be believed: everything is gone at once. */
export function isSuspiciousListing(listed: number, lastListed: number | null): boolean {
  return listed === 0 && (lastListed ?? 0) > emptyListingMax;
}

/** The interval that a sync has for the one that was asked for; null for a sync that runs only when asked. */
export function syncInterval(minutes: number | null): number | null {
  return minutes === null ? null : Math.max(syncIntervalMinutesMin, minutes);
}

/** Position of a schedule. */
export interface SyncTiming {
  status: SyncStatus;
  /** Null for a sync that runs only when asked. */
  intervalMinutes: number | null;
  /** Moment from which intervals are counted. */
  scheduledFrom: Date;
}

/** Moment of the next run by the schedule, up to its jitter; null where none will come. */
export function nextSyncAt({ status, intervalMinutes, scheduledFrom }: SyncTiming, now: Date): Date | null {
  if (status !== 'active' || intervalMinutes === null) return null;
  const everyMs = intervalMinutes * 60_000;
  const passed = Math.max(0, Math.floor((now.getTime() - scheduledFrom.getTime()) / everyMs));
  return new Date(scheduledFrom.getTime() + (passed + 1) * everyMs);
}

/** Errors of files that the same bytes would meet again. */
const lastingErrors: ReadonlySet<JobFileError> = new Set<JobFileError>([
  'file_too_large',
  'unsupported_file_type',
  'empty_file',
  'encrypted_file',
  'parse_failed',
  'parsing_script_failed',
  'transcription_not_configured',
  'name_conflict',
  'not_found',
]);

/** Whether a file that failed is tried again before its object changes. */
export function mayPass(error: JobFileError): boolean {
  return !lastingErrors.has(error);
}

/** Error of a sync whose job has ended; null where the job has done what it could, bad files or not. */
export function errorOfJob(state: IndexJobState, error: IndexJobError | null): SyncError | null {
  const isStopped = state === 'failed' && error !== 'all_files_failed';
  return isStopped || state === 'timed_out' ? 'indexing_failed' : null;
}
