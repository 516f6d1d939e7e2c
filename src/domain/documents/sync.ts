import { type IndexJobError, type IndexJobState, type JobFileError } from './index-job';
import { type IndexJobType } from './index-source';

/** Statuses of a sync: it runs by its schedule, only on request, or never again. */
export const SYNC_STATUSES = ['active', 'paused', 'inactive'] as const;
export type SyncStatus = (typeof SYNC_STATUSES)[number];

/** Present activity of a sync; `error` when its last run failed. */
export const SYNC_STATES = ['idle', 'backfilling', 'reconciling', 'error'] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** Policies for documents whose objects are gone from the source. */
export const DELETION_POLICIES = ['mirror', 'archive', 'ignore'] as const;
export type DeletionPolicy = (typeof DELETION_POLICIES)[number];

/** Stages of a run, in order. */
export const SYNC_STAGES = ['listing', 'comparing', 'indexing', 'removing'] as const;
export type SyncStage = (typeof SYNC_STAGES)[number];

/** Why the last run of a sync failed, or why the sync is paused. */
export const SYNC_ERRORS = [
  'source_listing_suspicious',
  'collection_moved',
  'collection_deleted',
  'indexing_failed',
  'execution_failed',
] as const;
export type SyncError = (typeof SYNC_ERRORS)[number];

/** Default messages for the owner. */
export const syncErrorSentences: Record<SyncError, string> = {
  source_listing_suspicious: 'The container could not be listed.',
  collection_moved: 'The collection was moved to another environment.',
  collection_deleted: 'The collection was deleted.',
  indexing_failed: 'The job of the run has failed.',
  execution_failed: 'The run was stopped by an error on our side.',
};

/** Failure type of activities: the run is no longer the current run of its sync. */
export const syncRunOver = 'sync_run_over';

/** Types of the jobs of runs: the first run backfills. */
export type SyncJobType = Extract<IndexJobType, `sync_${string}`>;

/** Counts of one run, in objects of the source unless said otherwise. */
export interface SyncCounts {
  /** Objects in the listing, including those that patterns exclude. */
  listed: number;
  /** Objects that patterns exclude. */
  excluded: number;
  added: number;
  modified: number;
  unchanged: number;
  /** Objects known from earlier runs that the listing lacks. */
  removed: number;
  /** Documents that were removed or archived because their objects are gone. */
  deleted: number;
}

/** Counts of a run after its comparison. */
export interface SyncOutcome {
  jobId: string;
  counts: SyncCounts;
  /**
   * Documents that stay though their objects are gone: by the policy, or because the listing is implausible.
   */
  withheld: number;
}

export const noSyncCounts: SyncCounts = {
  listed: 0,
  excluded: 0,
  added: 0,
  modified: 0,
  unchanged: 0,
  removed: 0,
  deleted: 0,
};

/** Default interval between two runs. */
export const syncIntervalMinutesDefault = 60;
export const syncIntervalMinutesMin = 5;
export const syncIntervalMinutesMax = 366 * 24 * 60;
/** Bounds of one list of patterns, and of one pattern in characters. */
export const syncPatternsMax = 50;
export const syncPatternCharsMax = 256;
/** Bounds of a mapping of metadata. */
export const metadataMappingMax = 50;
/** Objects of one page of a listing; Azure returns no more. */
export const syncPageObjectsMax = 5_000;
/** Most changed files of one job; a run with more continues with another job. */
export const syncFilesMax = 100_000;
/** Number of objects in the last listing above which an empty listing is implausible. */
const emptyListingMax = 10;
/** Time after which a step of a run begins no further page or batch. */
export const syncStepMs = 10_000;
/** Objects whose documents are removed in one batch. */
export const syncRemovalsPerBatch = 100;
/** Concurrent requests to the source for single objects before their documents are removed. */
export const syncRemovalsAtOnceMax = 8;
/** Longest pause between two reads of the state of a run's job. */
export const syncJobPauseMsMax = 15_000;
/**
 * Age of the last heartbeat of a run, and of an unfinished change of a schedule, after which the sweep checks
 * it.
 */
export const syncCheckAfterMs = 60_000;

/** Whether a listing is implausible because it lacks all objects at once. */
export function isSuspiciousListing(listed: number, lastListed: number | null): boolean {
  return listed === 0 && (lastListed ?? 0) > emptyListingMax;
}

/** The interval that a sync uses for the requested one; null for a sync that runs only on request. */
export function syncInterval(minutes: number | null): number | null {
  return minutes === null ? null : Math.max(syncIntervalMinutesMin, minutes);
}

/** Facts of a sync that decide its next run. */
export interface SyncTiming {
  status: SyncStatus;
  /** Null for a sync that runs only on request. */
  intervalMinutes: number | null;
  /** Start of the first interval. */
  scheduledFrom: Date;
}

/** Time of the next scheduled run, without jitter; null when none will come. */
export function nextSyncAt({ status, intervalMinutes, scheduledFrom }: SyncTiming, now: Date): Date | null {
  if (status !== 'active' || intervalMinutes === null) return null;
  const everyMs = intervalMinutes * 60_000;
  const passed = Math.max(0, Math.floor((now.getTime() - scheduledFrom.getTime()) / everyMs));
  return new Date(scheduledFrom.getTime() + (passed + 1) * everyMs);
}

/** Errors that the same bytes always cause. */
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

/** Whether a file that failed is tried again though its object has not changed. */
export function mayPass(error: JobFileError): boolean {
  return !lastingErrors.has(error);
}

/** Error of a sync whose job has ended; null when the job ran to its end, failed files included. */
export function errorOfJob(state: IndexJobState, error: IndexJobError | null): SyncError | null {
  const isStopped = state === 'failed' && error !== 'all_files_failed';
  return isStopped || state === 'timed_out' ? 'indexing_failed' : null;
}
