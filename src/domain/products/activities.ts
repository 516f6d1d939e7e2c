import { type BatchCursor, type RemovedBatch } from '../platform/activities';
import { type ImportError } from './import';
import { type BuildStageName, type ProductJobState } from './product-job';

/** Input of a run of a job of an index: an id, never the records behind it. */
export interface ProductJobRef {
  jobId: string;
}

/** A range of the records of a build. */
export interface BuildRangeRef extends ProductJobRef {
  range: number;
}

/** Facts of a build that its run has claimed. */
export interface BuildClaim {
  /** Final when the job has ended already: there is nothing left to do. */
  state: ProductJobState;
  isRollback: boolean;
}

/** Facts of a deletion that its run has claimed. */
export interface DeletionClaim {
  state: ProductJobState;
}

/** Stages of a build that prepare, range by range, what its documents hold beside their records. */
export const PREPARING_STAGES = ['dense', 'tables'] as const satisfies readonly BuildStageName[];
export type PreparingStage = (typeof PREPARING_STAGES)[number];

export function isPreparingStage(stage: BuildStageName): stage is PreparingStage {
  return PREPARING_STAGES.some((name) => name === stage);
}

/** Stages of a build that are one activity. */
export type SingleStage = Exclude<BuildStageName, 'schema' | 'upload' | PreparingStage>;

/** How a build ends. `done` means that every stage is through. */
export type BuildEnding =
  | { code: 'done' }
  | { code: 'BAD_VALUES' | 'BUILD_QUALITY' | 'NO_RECORDS' | 'CANCELLED' | 'ENGINE_ERROR'; message: string };

/** Facts of an import that its run has claimed. */
export interface ImportClaim {
  state: ProductJobState;
}

/** How an import ends. `done` means that every stage is through. */
export type ImportEnding = { code: 'done' } | { code: ImportError | 'CANCELLED'; message: string };

/** Input of the run that applies the live writes of an index. */
export interface IndexWritesRef {
  indexId: string;
}

/** Activities of product search. The rules of `Activities` hold. */
export interface ProductActivities {
  /** Makes a build the run's own; null when there is no such job. */
  claimBuild(ref: ProductJobRef): Promise<BuildClaim | null>;
  /** Fixes what the build takes in, and parts its records into ranges. Answers how many there are. */
  planBuild(ref: ProductJobRef): Promise<{ ranges: number }>;
  /** Summarizes the fields of a range of records. */
  summarizeRange(ref: BuildRangeRef): Promise<{ records: number }>;
  /** Makes the field table from the summaries of all ranges. Fails with `NO_RECORDS`. */
  inferSchema(ref: ProductJobRef): Promise<{ records: number; fields: number }>;
  /** Begins a preparing stage. Answers whether it goes through the ranges; else it has ended. */
  openStage(ref: ProductJobRef & { stage: PreparingStage }): Promise<{ hasRanges: boolean }>;
  /** Makes the vectors (dense) or deals the codes of groups (tables) of a range of records. */
  prepareRange(ref: BuildRangeRef & { stage: PreparingStage }): Promise<{ records: number }>;
  /** Makes the physical index; from now on live writes reach it too. */
  openBuild(ref: ProductJobRef): Promise<void>;
  /** Writes the documents of a range of records. */
  uploadRange(ref: BuildRangeRef): Promise<{ records: number }>;
  /** Ends the stage whose ranges are all done. */
  closeStage(ref: ProductJobRef & { stage: 'schema' | 'upload' | PreparingStage }): Promise<void>;
  /** Does one of the other stages. Fails with `BAD_VALUES` (validate) and `BUILD_QUALITY` (verify). */
  runBuildStage(ref: ProductJobRef & { stage: SingleStage }): Promise<void>;
  /** Ends the build and cleans up behind it. Answers its state; null when there is no such job. */
  finishBuild(
    ref: ProductJobRef & { ending: BuildEnding },
  ): Promise<{ state: ProductJobState; error: string | null } | null>;
  /** Cleans up behind a build that was ended elsewhere. */
  leaveBuild(ref: ProductJobRef): Promise<void>;

  /** Makes a deletion the run's own; null when there is no such job. */
  claimDeletion(ref: ProductJobRef): Promise<DeletionClaim | null>;
  /** Removes everything of an index, its row last. */
  removeIndex(ref: ProductJobRef): Promise<void>;
  /** Ends the deletion; `message` says why it has failed. */
  finishDeletion(ref: ProductJobRef & { message: string | null }): Promise<{ state: ProductJobState } | null>;

  /** Makes an import the run's own; null when there is no such job. */
  claimImport(ref: ProductJobRef): Promise<ImportClaim | null>;
  /**
   * Brings pages of the source into the blob store, for some minutes at most; `more` says that others are
   * left. A repeated call continues after the last page. Fails with the codes of {@link ImportError}.
   */
  pullPages(ref: ProductJobRef): Promise<{ pages: number; more: boolean }>;
  /**
   * Reads the pages and stages their records, which count only once `addImported` has committed them. A
   * repeated call continues after the last thousand records. Fails with `VALIDATION_ERROR`,
   * `INDEX_TOO_LARGE`.
   */
  readPages(ref: ProductJobRef): Promise<{ records: number }>;
  /** Maps the settings of the source. */
  mapSettings(ref: ProductJobRef): Promise<void>;
  /**
   * Commits the staged records and saves the mapped settings. `isStaged` is false where the staged records
   * are gone, since no attempt has worked on them for long: they have to be read again.
   */
  addImported(ref: ProductJobRef): Promise<{ isStaged: boolean }>;
  /** Holds the settings against the records, and has the build that follows start. */
  validateImport(ref: ProductJobRef): Promise<{ buildJobId: string | null }>;
  /** Ends the import and cleans up behind it. Answers its state; null when there is no such job. */
  finishImport(
    ref: ProductJobRef & { ending: ImportEnding },
  ): Promise<{ state: ProductJobState; error: string | null } | null>;
  /** Cleans up behind an import that was ended elsewhere. */
  leaveImport(ref: ProductJobRef): Promise<void>;

  /**
   * Applies the bursts of live writes that wait, and those that come meanwhile. Answers their number; `more`
   * says that others may wait.
   */
  applyWrites(ref: IndexWritesRef): Promise<{ bursts: number; records: number; more: boolean }>;
  /** Wakes the runs of one batch of indexes whose live writes wait, and answers where the next one begins. */
  sweepWrites(cursor: BatchCursor): Promise<BatchCursor & { woken: number }>;
  /** Removes what one batch of uploads that broke off has left. */
  removeBrokenUploads(): Promise<RemovedBatch>;

  /** Repairs one batch of jobs, and answers where the next one begins. */
  sweepProductJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; settled: number }>;
}
