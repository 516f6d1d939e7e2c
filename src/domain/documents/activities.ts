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

/**
 * Input of a run and of each of its activities. It is an id: bytes, links and chunks stay out of histories.
 */
export interface ParseJobRef {
  jobId: string;
}

/** Facts of a parse job that its run reads when it claims it. */
export interface ParseJobClaim {
  /** A final state means that the job ended before the claim and the run has nothing to do. */
  state: ParseJobState;
  describe: boolean;
  /** Set when the input is a document. */
  document?: true;
}

export interface IndexJobRef {
  jobId: string;
}

/** A file of an indexing job; `file` counts from 0. */
export interface IndexFileRef extends IndexJobRef {
  file: number;
}

export interface IndexFilesRef extends IndexJobRef {
  files: number[];
}

/** Page of the files of a job that have not ended, in order, with the counts of all files. */
export interface IndexFilePage {
  files: number[];
  counts: IndexCounts;
}

/** Facts of an indexing job that its run reads when it claims it. */
export interface IndexJobClaim {
  /** A final state means that the job ended before the claim and the run has nothing to do. */
  state: IndexJobState;
  /** Unix milliseconds at which the job has to end. */
  deadlineMs: number;
  /** Whether bytes have to be copied from a link or an object store before they can be read. */
  fetches: boolean;
  /** Set when files are masked before they are stored. */
  masks?: true;
}

/** Whether the next step of a file has work: a file may end at any step. */
export type FileStep = 'go_on' | 'ended';

/** How an indexing job ended, as its row says, and the sentence for its owner. */
export interface IndexJobOutcome extends IndexVerdict {
  counts: IndexCounts;
  message: string | null;
}

export interface EvaluationRef {
  evalId: string;
}

/** Facts of an evaluation that its run reads when it claims it. */
export interface EvaluationClaim {
  /** A final state means that the evaluation ended before the claim and the run has nothing to do. */
  state: EvaluationState;
  cases: number;
  configs: number;
}

/** How an evaluation ended, as its row says, and the sentence for its owner. */
export interface EvaluationOutcome extends EvaluationVerdict {
  message: string | null;
}

export interface SyncRef {
  syncId: string;
}

/** A run of a sync that a workflow has begun, or taken over from an earlier workflow. */
export interface SyncRunRef extends SyncRef {
  runId: string;
}

/** The run that a workflow has begun or taken over, and its stage. */
export interface SyncRunClaim {
  runId: string;
  stage: SyncStage;
}

/** Progress of one step of a run of a sync. */
export interface SyncProgress {
  counts: SyncCounts;
  more: boolean;
}

/** Present state of the job of a run. */
export interface SyncJobView {
  /** Null when the run has no job, or the job is deleted. */
  state: IndexJobState | null;
  counts: IndexCounts | null;
}

/** Activities of the documents product. The rules of `Activities` hold. */
export interface DocumentActivities {
  /** Moves a queued job to `processing`; a job that is already there is taken over. */
  claimParseJob(ref: ParseJobRef): Promise<ParseJobClaim | null>;
  /** Puts the input under the job's own key. The job then needs neither the link nor the upload. */
  fetchInput(ref: ParseJobRef): Promise<{ lane: ParseLane }>;
  /**
   * Reads the sheets that are not stored yet; stores each as a part. Heartbeats with its progress. In the
   * quick lane it fails with `slow_input` after `quickPatienceMs`.
   */
  parseWorkbook(ref: ParseJobRef): Promise<{ sheets: number; chunks: number }>;
  /** Reads a document into chunks, pages and Markdown, as one part. In the quick lane as `parseWorkbook`. */
  parseDocument(ref: ParseJobRef): Promise<{ chunks: number }>;
  /** Adds tags and a summary to every chunk. */
  describeChunks(ref: ParseJobRef): Promise<void>;
  /** Joins the parts into the result. */
  storeResult(ref: ParseJobRef): Promise<ParseTotals>;
  /** Ends the job as `completed` and charges its credits. */
  completeParseJob(job: ParseJobRef & { totals: ParseTotals }): Promise<void>;
  /** Ends the job as `failed`, charges nothing and removes its files. Returns the state in the row. */
  failParseJob(
    failure: ParseJobRef & { code: ParseFailureCode; message: string },
  ): Promise<ParseJobState | null>;
  /** Ends the job as `cancelled`, charges nothing and removes its files. Returns the state in the row. */
  cancelParseJob(ref: ParseJobRef): Promise<ParseJobState | null>;
  /**
   * Moves a pending indexing job to `running`; one that runs already is taken over. Null when the job does
   * not exist.
   */
  claimIndexJob(ref: IndexJobRef): Promise<IndexJobClaim | null>;
  /**
   * Lists the files of the source; a retry continues after what is listed. Heartbeats. Returns their number
   * and the first page of them, as `nextFiles` would.
   */
  scanSource(ref: IndexJobRef): Promise<{ files: number; first: IndexFilePage }>;
  /**
   * Returns the numbers of the next files that have not ended, in order; an empty list means that no file is
   * left. Counts the files anew.
   */
  nextFiles(page: IndexJobRef & { after: number; limit: number }): Promise<IndexFilePage>;
  /**
   * Indexes small files together, each through all steps. Returns the files that need the single steps below:
   * large ones, slow ones, and those that failed for reasons that may pass.
   */
  indexFiles(ref: IndexFilesRef): Promise<{ left: number[] }>;
  /** Copies a file's bytes into the blob store. */
  fetchFile(ref: IndexFileRef): Promise<FileStep>;
  /** Reads a file into documents with chunks, which stay in the blob store. */
  parseFile(ref: IndexFileRef): Promise<FileStep>;
  /**
   * Masks what was read of a file; an attempt continues after the ranges that earlier attempts have searched.
   */
  maskFile(ref: IndexFileRef): Promise<FileStep>;
  /**
   * Embeds and stores the documents of a file, which become visible together at the end. Fails with
   * `embedder_away` or `search_engine_away` when the embedder or the search engine does not answer.
   */
  storeFile(ref: IndexFileRef): Promise<FileStep>;
  /** Ends a file as `failed` and removes its work. */
  failFile(failure: IndexFileRef & { code: JobFileError; message: string }): Promise<void>;
  /**
   * Ends the job: settles its files, counts, charges and removes its work. Null when the job does not exist.
   */
  finishIndexJob(
    end: IndexJobRef & { ending: IndexJobEnding; message: string | null },
  ): Promise<IndexJobOutcome | null>;
  /**
   * Claims the requested rollback of an indexing job and returns its progress; null when none was requested.
   */
  claimRollback(ref: IndexJobRef): Promise<RollbackProgress | null>;
  /** Takes back the documents of the next files of a job. Null when no rollback of the job is under way. */
  rollBackFiles(ref: IndexJobRef): Promise<(RollbackProgress & { more: boolean }) | null>;
  /** Ends the rollback, so that queries find the restored documents. Null when none was requested. */
  finishRollback(ref: IndexJobRef): Promise<RollbackProgress | null>;
  /**
   * Begins a run of a sync, or takes over one that an earlier workflow has left. Null when the sync cannot
   * run: the sync is inactive, or its collection is gone or has moved.
   */
  beginSyncRun(ref: SyncRef): Promise<SyncRunClaim | null>;
  /** Lists the next pages of the source and compares them. Fails with the code of the store's refusal. */
  listSource(ref: SyncRunRef): Promise<SyncProgress>;
  /**
   * Ends the comparison: checks that the listing is plausible, and starts the run's job with the changed
   * files. `job` is false when nothing has changed. Fails with a `SyncError` for an implausible listing.
   */
  startSyncJob(ref: SyncRunRef): Promise<{ counts: SyncCounts; job: boolean }>;
  viewSyncJob(ref: SyncRunRef): Promise<SyncJobView>;
  /** Records how the job ended for each object, then enters `removing`. */
  recordSyncOutcomes(ref: SyncRunRef): Promise<void>;
  /** Removes the documents of the next objects that are gone from the source. */
  removeObjects(ref: SyncRunRef): Promise<SyncProgress>;
  /** Ends the run, or begins another round of it with another job, which `more` says. */
  endSyncRun(ref: SyncRunRef): Promise<{ counts: SyncCounts; error: SyncError | null; more: boolean }>;
  /** Ends a run that cannot continue. A run whose job is still running stays open for the next workflow. */
  failSyncRun(failure: SyncRunRef & { error: SyncError; message: string }): Promise<void>;
  /** Repairs one batch of syncs and returns where the next one begins. */
  sweepSyncs(cursor: BatchCursor): Promise<BatchCursor & { repaired: number }>;
  /** Repairs one batch of indexing jobs and returns where the next one begins. */
  sweepIndexJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; cleaned: number }>;
  /** Removes one batch of rows of indexing jobs after `indexJobTtlMs`. */
  removeOldIndexJobs(): Promise<RemovedBatch>;
  /** Removes one batch of masking reports that have expired or whose deletion is unfinished. */
  removeMaskingReports(): Promise<RemovedBatch>;
  /**
   * Moves a pending evaluation to `running`; one that runs already is taken over. Null when the evaluation
   * does not exist.
   */
  claimEvaluation(ref: EvaluationRef): Promise<EvaluationClaim | null>;
  /**
   * Asks the cases `from` (inclusive) to `to` (exclusive) under every configuration, except those that have
   * an answer already. Fails with a `CollectionFault` when the collection can no longer be queried.
   */
  askCases(batch: EvaluationRef & { from: number; to: number }): Promise<{ units: number }>;
  /** Ends the evaluation: scores, compares, charges. Null when the evaluation does not exist. */
  finishEvaluation(
    end: EvaluationRef & { ending: EvaluationEnding; message: string | null },
  ): Promise<EvaluationOutcome | null>;
  /** Repairs one batch of evaluations and returns where the next one begins. */
  sweepEvaluations(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; settled: number; removed: number }>;
  /** Repairs one batch of parse jobs and returns where the next one begins. */
  sweepParseJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; failed: number; settled: number }>;
  /** Releases holds whose job has ended or was never written. */
  releaseOrphanHolds(): Promise<{ released: number }>;
  /** Removes one batch of expired results, files and rows of parse jobs. */
  removeExpiredJobs(): Promise<RemovedBatch>;
  /** Removes one batch of bodies of queries after `queryBodyTtlMs`. */
  removeOldQueryBodies(): Promise<RemovedBatch>;
  /** Writes one batch of documents to the search index whose write a crash prevented. */
  repairSearchIndex(): Promise<{ repaired: number; more: boolean }>;
  /** Removes one batch of versions that no collection shows and no rollback can bring back. */
  removeUnseenVersions(): Promise<RemovedBatch>;
  /**
   * Removes, of one batch of namespaces, those that no collection names; returns where the next batch begins.
   */
  collectNamespaces(cursor: BatchCursor): Promise<BatchCursor & { removed: number }>;
  /** Flattens one collection that inherits from many, or continues to. */
  flattenCollection(): Promise<{ flattened: number; more: boolean }>;
}
