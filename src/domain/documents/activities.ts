import { type BatchCursor, type RemovedBatch } from '../platform/activities';
import { type EvaluationEnding, type EvaluationState, type EvaluationVerdict } from './evaluation';
import {
  type IndexCounts,
  type IndexJobEnding,
  type IndexJobState,
  type IndexVerdict,
  type JobFileError,
} from './index-job';
import { type RollbackProgress } from './rollback';
import { type SyncCounts, type SyncError, type SyncStage } from './sync';
import { type ParseLane } from './parse-lane';
import { type ParseFailureCode, type ParseJobState, type ParseTotals } from './parse-job';

/** Input of a run and of each of its activities: an id, never the bytes, links or chunks behind it. */
export interface ParseJobRef {
  jobId: string;
}

/** Facts of a parse job that its run has claimed; null when there is no such job (any more). */
export interface ParseJobClaim {
  /** Final when the job has ended already: there is nothing left to do. */
  state: ParseJobState;
  describe: boolean;
}

/** Input of a run of an indexing job, an id like the parse job's. */
export interface IndexJobRef {
  jobId: string;
}

/** A file of an indexing job, by its number. */
export interface IndexFileRef extends IndexJobRef {
  file: number;
}

export interface IndexFilesRef extends IndexJobRef {
  files: number[];
}

/** The next files of a job that have no end, in order, and what became of the others. */
export interface IndexFilePage {
  files: number[];
  counts: IndexCounts;
}

/** Facts of an indexing job that its run has claimed. */
export interface IndexJobClaim {
  /** Final when the job has ended already: there is nothing left to do. */
  state: IndexJobState;
  /** Unix milliseconds at which the job has to end. */
  deadlineMs: number;
  /** Bytes have to be copied from elsewhere before they can be read. */
  fetches: boolean;
  /** Files are masked before they are stored. */
  masks?: true;
}

/** Whether a step leaves something to do for the next one: a file may end at any of them. */
export type FileStep = 'go_on' | 'ended';

/** How an indexing job has really ended, and the sentence for its owner. */
export interface IndexJobOutcome extends IndexVerdict {
  counts: IndexCounts;
  message: string | null;
}

/** Input of a run of an evaluation. */
export interface EvaluationRef {
  evalId: string;
}

/** Facts of an evaluation that its run has claimed. */
export interface EvaluationClaim {
  /** Final when the evaluation has ended already: there is nothing left to do. */
  state: EvaluationState;
  cases: number;
  configs: number;
}

/** How an evaluation has really ended, and the sentence for its owner. */
export interface EvaluationOutcome extends EvaluationVerdict {
  message: string | null;
}

/** Input of a workflow that does a run of a sync. */
export interface SyncRef {
  syncId: string;
}

/** A run of a sync, in the hands of the workflow that has begun it or taken it over. */
export interface SyncRunRef extends SyncRef {
  runId: string;
}

/** A run that a workflow has begun or taken over, and the stage at which it stands. */
export interface SyncRunClaim {
  runId: string;
  stage: SyncStage;
}

/** Progress of a step of a run. */
export interface SyncProgress {
  counts: SyncCounts;
  more: boolean;
}

/** The job of a run as it stands. */
export interface SyncJobView {
  /** Null where there is none (any more). */
  state: IndexJobState | null;
  counts: IndexCounts | null;
}

/** Activities of the documents product. The rules of `Activities` hold. */
export interface DocumentActivities {
  /** Moves a queued job to `processing`; a job that is already there is taken over. */
  claimParseJob(ref: ParseJobRef): Promise<ParseJobClaim | null>;
  /** Puts the input under the job's own key, so that neither the link nor the upload has to live on. */
  fetchInput(ref: ParseJobRef): Promise<{ lane: ParseLane }>;
  /**
   * Reads the sheets that are not stored yet; each ends as a stored part. Heartbeats with its progress. In
   * the quick lane it fails with `slow_input` after a while.
   */
  parseWorkbook(ref: ParseJobRef): Promise<{ sheets: number; chunks: number }>;
  /** Adds tags and a summary to every chunk. */
  describeChunks(ref: ParseJobRef): Promise<void>;
  /** Joins the parts into the result. */
  storeResult(ref: ParseJobRef): Promise<ParseTotals>;
  /** `completed`, and the credits are charged. */
  completeParseJob(job: ParseJobRef & { totals: ParseTotals }): Promise<void>;
  /** `failed`, nothing is charged, no file stays. Answers the state that the job really has. */
  failParseJob(
    failure: ParseJobRef & { code: ParseFailureCode; message: string },
  ): Promise<ParseJobState | null>;
  /** `cancelled`, nothing is charged, no file stays. Answers the state that the job really has. */
  cancelParseJob(ref: ParseJobRef): Promise<ParseJobState | null>;
  /**
   * Moves a pending indexing job to `running`; one that is already there is taken over. Null when there is
   * none.
   */
  claimIndexJob(ref: IndexJobRef): Promise<IndexJobClaim | null>;
  /**
   * Lists the files of the source; a retry continues after what is listed. Heartbeats. Answers the first page
   * of them too, as `nextFiles` would.
   */
  scanSource(ref: IndexJobRef): Promise<{ files: number; first: IndexFilePage }>;
  /**
   * Numbers of the next files that have no end, in order; an empty list is the end. Counts the files anew.
   */
  nextFiles(page: IndexJobRef & { after: number; limit: number }): Promise<IndexFilePage>;
  /**
   * Indexes small files together, from their bytes to what is visible, each for itself. Answers those that
   * are left for the steps below: large ones, slow ones, and what failed for reasons that may pass.
   */
  indexFiles(ref: IndexFilesRef): Promise<{ left: number[] }>;
  /** Copies a file's bytes into the blob store. */
  fetchFile(ref: IndexFileRef): Promise<FileStep>;
  /** Reads a file into documents with chunks, which stay in the blob store. */
  parseFile(ref: IndexFileRef): Promise<FileStep>;
  /** Masks what was read of a file; an attempt continues after the ranges that those before have searched. */
  maskFile(ref: IndexFileRef): Promise<FileStep>;
  /**
   * Embeds and stores what a file holds; it becomes visible at the end, or not at all. Fails with
   * `embedder_away` or `search_engine_away` when only those were in the way.
   */
  storeFile(ref: IndexFileRef): Promise<FileStep>;
  /** The file is `failed` and leaves nothing behind. */
  failFile(failure: IndexFileRef & { code: JobFileError; message: string }): Promise<void>;
  /**
   * Ends the job: settles its files, counts, charges and removes its work. Null when there is no such job.
   */
  finishIndexJob(
    end: IndexJobRef & { ending: IndexJobEnding; message: string | null },
  ): Promise<IndexJobOutcome | null>;
  /** The rollback of an indexing job, which continues where it stood; null when none was requested. */
  claimRollback(ref: IndexJobRef): Promise<RollbackProgress | null>;
  /**
   * Takes back the documents of some more files of a job. Null when there is no rollback under way (any
   * more).
   */
  rollBackFiles(ref: IndexJobRef): Promise<(RollbackProgress & { more: boolean }) | null>;
  /** The rollback is done: what came back is found by queries. Null when none was requested. */
  finishRollback(ref: IndexJobRef): Promise<RollbackProgress | null>;
  /**
   * Begins a run of a sync, or takes over one that an earlier workflow has left. Null when there is nothing
   * to run: the sync is inactive, or its collection is gone or has moved.
   */
  beginSyncRun(ref: SyncRef): Promise<SyncRunClaim | null>;
  /** Lists and compares some more pages of the source. Fails with the code of the store's refusal. */
  listSource(ref: SyncRunRef): Promise<SyncProgress>;
  /**
   * Ends the comparison: judges the listing and hands what has changed to the run's job, which begins. `job`
   * is false where nothing has changed. Fails with a `SyncError` for a listing that is not to be believed.
   */
  startSyncJob(ref: SyncRunRef): Promise<{ counts: SyncCounts; job: boolean }>;
  /** The job of the run as it stands. */
  viewSyncJob(ref: SyncRunRef): Promise<SyncJobView>;
  /** Notes what the job has made of objects, then enters `removing`. */
  noteSyncFiles(ref: SyncRunRef): Promise<void>;
  /** Removes some more documents whose objects are gone. */
  removeObjects(ref: SyncRunRef): Promise<SyncProgress>;
  /** Ends the run. `more`: another round of it has begun, with another job. */
  endSyncRun(ref: SyncRunRef): Promise<{ counts: SyncCounts; error: SyncError | null; more: boolean }>;
  /** Ends a run that cannot continue; one whose job is at work stays for the next workflow. */
  failSyncRun(failure: SyncRunRef & { error: SyncError; message: string }): Promise<void>;
  /** Repairs one batch of syncs and answers where the next one begins. */
  sweepSyncs(cursor: BatchCursor): Promise<BatchCursor & { repaired: number }>;
  /** Repairs one batch of indexing jobs and answers where the next one begins. */
  sweepIndexJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; cleaned: number }>;
  /** Removes one batch of rows of old indexing jobs. */
  removeOldIndexJobs(): Promise<RemovedBatch>;
  /** Removes one batch of masking reports whose time is over, and what is left of deleted ones. */
  removeMaskingReports(): Promise<RemovedBatch>;
  /**
   * Moves a pending evaluation to `running`; one that is already there is taken over. Null when there is
   * none.
   */
  claimEvaluation(ref: EvaluationRef): Promise<EvaluationClaim | null>;
  /**
   * Asks the cases from one place up to before another, under every configuration; what was asked before is
   * not asked again. Fails with a `CollectionFault` when the collection cannot be asked any more.
   */
  askCases(batch: EvaluationRef & { from: number; to: number }): Promise<{ units: number }>;
  /** Ends the evaluation: scores, compares, charges. Null when there is no such evaluation. */
  finishEvaluation(
    end: EvaluationRef & { ending: EvaluationEnding; message: string | null },
  ): Promise<EvaluationOutcome | null>;
  /** Repairs one batch of evaluations and answers where the next one begins. */
  sweepEvaluations(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; settled: number; removed: number }>;
  /** Repairs one batch of jobs and answers where the next one begins. */
  sweepParseJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; failed: number; settled: number }>;
  /** Releases holds whose job has ended or never came to be. */
  releaseOrphanHolds(): Promise<{ released: number }>;
  /** Removes one batch of results, stale files and rows of parse jobs. */
  removeExpiredJobs(): Promise<RemovedBatch>;
  /** Removes one batch of bodies of queries whose time is over. */
  removeOldQueryBodies(): Promise<RemovedBatch>;
  /** Writes to the search index, for one batch of documents, what a crash kept from it. */
  repairSearchIndex(): Promise<{ repaired: number; more: boolean }>;
  /** Removes one batch of versions that no collection shows and no rollback can bring back. */
  removeUnseenVersions(): Promise<RemovedBatch>;
  /**
   * Removes, of one batch of namespaces, those that no collection names; answers where the next one begins.
   */
  collectNamespaces(cursor: BatchCursor): Promise<BatchCursor & { removed: number }>;
  /** Flattens one collection that has inherited from many, or continues with it. */
  flattenCollection(): Promise<{ flattened: number; more: boolean }>;
}
