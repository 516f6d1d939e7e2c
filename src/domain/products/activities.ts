import { type BatchCursor, type RemovedBatch } from '../platform/activities';
import { type ImportError } from './import';
import { type BuildStageName, type ProductJobState } from './product-job';

/** Input of a run of a job of an index. It is an id: records stay out of histories. */
export interface ProductJobRef {
  jobId: string;
}

/** A range of the records of a build. */
export interface BuildRangeRef extends ProductJobRef {
  range: number;
}

/** Facts of a build that its run reads when it claims it. */
export interface BuildClaim {
  /** Final when the job has ended already: there is nothing left to do. */
  state: ProductJobState;
  isRollback: boolean;
}

/** Facts of a deletion that its run reads when it claims it. */
export interface DeletionClaim {
  state: ProductJobState;
}

/** Stages of a build that compute, range by range, fields of its documents besides those of their records. */
export const PREPARING_STAGES = ['dense', 'tables'] as const satisfies readonly BuildStageName[];
export type PreparingStage = (typeof PREPARING_STAGES)[number];

export function isPreparingStage(stage: BuildStageName): stage is PreparingStage {
  return PREPARING_STAGES.some((name) => name === stage);
}

/** Stages of a build that consist of one activity. */
export type SingleStage = Exclude<BuildStageName, 'schema' | 'upload' | PreparingStage>;

/** How a build ends; `done` after its last stage. */
export type BuildEnding =
  | { code: 'done' }
  | { code: 'BAD_VALUES' | 'BUILD_QUALITY' | 'NO_RECORDS' | 'CANCELLED' | 'ENGINE_ERROR'; message: string };

/** Facts of an import that its run reads when it claims it. */
export interface ImportClaim {
  state: ProductJobState;
}

/** How an import ends; `done` after its last stage. */
export type ImportEnding = { code: 'done' } | { code: ImportError | 'CANCELLED'; message: string };

/** Input of the run that makes vectors of a build after its publication. */
export interface LaterVectorsRef {
  buildId: string;
}

export interface IndexWritesRef {
  indexId: string;
}

/** Activities of product search. The rules of `Activities` hold. */
export interface ProductActivities {
  /** Makes a build the run's own; null when the job does not exist. */
  claimBuild(ref: ProductJobRef): Promise<BuildClaim | null>;
  /**
   * Fixes the view of the log that the build reads, and splits its records into ranges. Returns their number.
   */
  planBuild(ref: ProductJobRef): Promise<{ ranges: number }>;
  /** Summarizes the fields of a range of records. */
  summarizeRange(ref: BuildRangeRef): Promise<{ records: number }>;
  /** Infers the field table from the summaries of all ranges. Fails with `NO_RECORDS`. */
  inferSchema(ref: ProductJobRef): Promise<{ records: number; fields: number }>;
  /** Begins a preparing stage. `hasRanges` is false when the stage has nothing to prepare and has ended. */
  openStage(ref: ProductJobRef & { stage: PreparingStage }): Promise<{ hasRanges: boolean }>;
  /** Computes the vectors (`dense`) or assigns the codes of groups (`tables`) of a range of records. */
  prepareRange(ref: BuildRangeRef & { stage: PreparingStage }): Promise<{ records: number }>;
  /** Creates the physical index; live writes reach it from then on. */
  openBuild(ref: ProductJobRef): Promise<void>;
  uploadRange(ref: BuildRangeRef): Promise<{ records: number }>;
  /** Ends a stage when all its ranges are done. */
  closeStage(ref: ProductJobRef & { stage: 'schema' | 'upload' | PreparingStage }): Promise<void>;
  /** Runs one of the other stages. Fails with `BAD_VALUES` (validate) and `BUILD_QUALITY` (verify). */
  runBuildStage(ref: ProductJobRef & { stage: SingleStage }): Promise<void>;
  /** Ends the build and cleans up behind it. Returns its state; null when the job does not exist. */
  finishBuild(
    ref: ProductJobRef & { ending: BuildEnding },
  ): Promise<{ state: ProductJobState; error: string | null } | null>;
  /** Cleans up behind a build that has ended outside its run. */
  leaveBuild(ref: ProductJobRef): Promise<void>;

  /**
   * Makes vectors of the titles of a served build, for some minutes at most; `more` says that titles are left.
   * A repeated call continues behind the last hundred. Nothing is left once another build is served.
   */
  makeLaterVectors(ref: LaterVectorsRef): Promise<{ done: number; more: boolean }>;

  /** Makes a deletion the run's own; null when the job does not exist. */
  claimDeletion(ref: ProductJobRef): Promise<DeletionClaim | null>;
  /** Removes all data of an index, its row last. */
  removeIndex(ref: ProductJobRef): Promise<void>;
  /** Ends the deletion; `message` is the reason of a failed one. */
  finishDeletion(ref: ProductJobRef & { message: string | null }): Promise<{ state: ProductJobState } | null>;

  /** Makes an import the run's own; null when the job does not exist. */
  claimImport(ref: ProductJobRef): Promise<ImportClaim | null>;
  /**
   * Copies pages of the source into the blob store, for a few minutes at most; `more` says that pages are
   * left. A repeated call continues after the last page. Fails with the codes of {@link ImportError}.
   */
  pullPages(ref: ProductJobRef): Promise<{ pages: number; more: boolean }>;
  /**
   * Reads the pages and stages their records, which become part of the log when `addImported` commits them. A
   * repeated call continues after the last thousand records. Fails with `VALIDATION_ERROR`,
   * `INDEX_TOO_LARGE`.
   */
  readPages(ref: ProductJobRef): Promise<{ records: number }>;
  /** Maps the settings of the source. */
  mapSettings(ref: ProductJobRef): Promise<void>;
  /**
   * Commits the staged records and saves the mapped settings. `isStaged` is false when the records were
   * removed because no attempt worked on them for long. They have to be read again.
   */
  addImported(ref: ProductJobRef): Promise<{ isStaged: boolean }>;
  /** Validates the settings against the records, and starts the build that follows. */
  validateImport(ref: ProductJobRef): Promise<{ buildJobId: string | null }>;
  /** Ends the import and cleans up behind it. Returns its state; null when the job does not exist. */
  finishImport(
    ref: ProductJobRef & { ending: ImportEnding },
  ): Promise<{ state: ProductJobState; error: string | null } | null>;
  /** Cleans up behind an import that has ended outside its run. */
  leaveImport(ref: ProductJobRef): Promise<void>;

  /**
   * Applies the waiting bursts of live writes, and those that arrive meanwhile. Returns their number; `more`
   * says that others may wait.
   */
  applyWrites(ref: IndexWritesRef): Promise<{ bursts: number; records: number; more: boolean }>;
  /**
   * Signals the runs of one batch of indexes with waiting live writes, and returns where the next batch
   * begins.
   */
  sweepWrites(cursor: BatchCursor): Promise<BatchCursor & { woken: number }>;
  /** Removes the remains of one batch of interrupted uploads. */
  removeBrokenUploads(): Promise<RemovedBatch>;

  /** Repairs one batch of jobs, and returns where the next one begins. */
  sweepProductJobs(
    cursor: BatchCursor,
  ): Promise<BatchCursor & { started: number; ended: number; settled: number }>;
}
