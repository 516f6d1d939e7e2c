import { type Collection } from 'mongodb';
import {
  FINAL_INDEX_STATES,
  INDEX_JOB_MOVES,
  indexCheckAfterMs,
  type IndexCounts,
  indexHoldKind,
  type IndexJobError,
  type IndexJobState,
  indexJobTtlMs,
  type IndexOptions,
  indexStartGraceMs,
} from '../../../domain/documents/index-job';
import { type IndexJobType, type IndexSource } from '../../../domain/documents/index-source';
import { type MaskingBounds } from '../../../domain/documents/masking';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type JobKind } from '../../../job-rows/job-kind';
import { type JobRows } from '../../../job-rows/job-rows';
import { type StepTries } from '../../../job-rows/step-tries';

/** Masking report of a job, but for its files. */
export interface MaskingReportRow {
  /** Sealed key of the masked values; null once the report is gone. */
  key: string | null;
  /** Masked places of the files that were indexed, by tag; null before the end of the job. */
  totals: Record<string, number> | null;
  /** When the report was deleted; null while it is kept. */
  deletedAt: Date | null;
  /** Time at which retention removes what is stored; absent before the end of the job, and afterwards. */
  purgeAt?: Date;
}

/** A rollback that was requested. The outcomes are in the rows of the files. */
export interface IndexJobRollback {
  requestedAt: Date;
  /** Number of the last file whose documents have their outcome; -1 before the first. */
  after: number;
  filesDone: number;
  /** What the job has taken away, which comes back once its files are done; absent before. */
  removals?: { after: string | null; done: number };
  /** When the sweep looks whether a run is at it; absent at the end. */
  checkAt?: Date;
}

/** The bill of a job. It is written with the end of the job, so that exactly this is charged, once. */
export interface IndexBilling {
  pages: number;
  credits: number;
  /** Left to the organization afterwards; null without a limit. */
  remaining: number | null;
}

/** How far the list of files of a job has come. */
export interface ScanProgress {
  /** Where the listing continues; null at the beginning. Only the lister of the source reads it. */
  after: string | null;
  /** Files that are listed so far; their numbers go from 0. */
  files: number;
  done: boolean;
}

/** An indexing job. This row is the truth about it; its run in Temporal only moves the row on. */
export interface IndexJobRow extends Tenant {
  _id: string;
  type: IndexJobType;
  state: IndexJobState;
  collectionId: string;
  /** As it was called when the job was accepted. */
  collectionName: string;
  /** The sync whose work it is; absent in jobs that a request has asked for. */
  syncId?: string;
  /** Null once the job has ended and is cleaned up: links may hold credentials. */
  source: IndexSource | null;
  /** Sealed credentials of an object store; null for other sources and once the job has ended. */
  credentials: string | null;
  options: IndexOptions;
  /** Bounds of the collection when the job was accepted; absent without masking. */
  maskingBounds?: MaskingBounds;
  /** Place of the stage in `INDEX_STAGES`; it only grows. */
  stage: number;
  scan: ScanProgress;
  /** The activity attempt that may list files. */
  writer: string | null;
  /** Tries of the step that lists files; absent until it begins. */
  tries?: StepTries;
  /** Absent for jobs without masking. */
  maskingReport?: MaskingReportRow;
  /** About right while the job runs, exact at its end. */
  counts: IndexCounts;
  /** Files whose documents it has taken away; absent while there are none. */
  removals?: number;
  warnings: string[];
  error: IndexJobError | null;
  message: string | null;
  /** When a caller asked to cancel it; the run then ends it. */
  cancelRequestedAt: Date | null;
  /** Id of the key that asked. */
  cancelledBy: string | null;
  cancelledAt: Date | null;
  billing: IndexBilling | null;
  /** Null until it is requested. */
  rollback: IndexJobRollback | null;
  rolledBackAt: Date | null;
  createdAt: Date;
  startedAt: Date | null;
  updatedAt: Date;
  completedAt: Date | null;
  /** When the sweep looks at the row; absent when the job is final and has left nothing behind. */
  checkAt?: Date;
  /** When retention removes the row and those of its files. */
  purgeAt?: Date;
}

export type IndexJobCollection = Collection<IndexJobRow>;

/** A job without what may be large or secret. */
export type IndexJobSummary = Omit<IndexJobRow, 'source' | 'credentials' | 'maskingReport'> & {
  maskingReport?: Omit<MaskingReportRow, 'key'>;
};

export type IndexJobMachine = JobRows<IndexJobRow>;

/** Indexing jobs as a table. Those of syncs are among them. */
export const indexJobKind: JobKind<IndexJobRow> = {
  name: 'indexing',
  collection: 'jobs',
  states: { waiting: 'pending', atWork: ['running'], final: FINAL_INDEX_STATES },
  moves: INDEX_JOB_MOVES,
  checkAfterMs: indexCheckAfterMs,
  startGraceMs: indexStartGraceMs,
  endedAt: 'completedAt',
  updatedAt: 'updatedAt',
  expiry: { field: 'purgeAt', afterMs: () => indexJobTtlMs },
  billing: {
    holdKind: indexHoldKind,
    hasPlace: false,
    chargedStates: FINAL_INDEX_STATES,
    price: ({ billing }) => billing?.credits ?? null,
    chargedFields: (remaining) => ({ 'billing.remaining': remaining }),
  },
};
