import { type Collection } from 'mongodb';
import { type CustomMetadata } from '../../../domain/documents/document';
import { type ProcessingType } from '../../../domain/documents/index-job';
import { type MaskingOptions } from '../../../domain/documents/masking';
import {
  type DeletionPolicy,
  type SyncCounts,
  type SyncError,
  type SyncJobType,
  type SyncOutcome,
  type SyncStage,
  type SyncState,
  type SyncStatus,
} from '../../../domain/documents/sync';
import { type Tenant } from '../../../domain/platform/tenancy';

/** A run of a sync: it is the truth about how far the work has come, whichever workflow continues with it. */
export interface SyncRun {
  /** Names the workflow that may write; another one that takes the run over puts its own name here. */
  id: string;
  /** Id of the job that does the work on files; there is no such job before there is work for it. */
  jobId: string;
  type: SyncJobType;
  /** Whether an answer named the job before the run began: then there is one, even without work. */
  announced: boolean;
  stage: SyncStage;
  /** Position of the listing. */
  listing: {
    /** Continuation token; null at the beginning. */
    after: string | null;
    /** Greatest key so far; '' before the first. */
    upTo: string;
    done: boolean;
  };
  counts: SyncCounts;
  files: number;
  /** There are changes that the job does not have, for another round. */
  more: boolean;
  /** Number of the last file of the job whose outcome is recorded among the objects; -1 before the first. */
  lastRecorded: number;
  /** `epoch` of the sync when the run began. */
  epoch: number;
  startedAt: Date;
}

/** A sync: the files of a collection follow those of a container. */
export interface SyncRow extends Tenant {
  _id: string;
  collectionId: string;
  collectionName: string;
  accountName: string;
  container: string;
  prefix: string;
  /** Present while the sync is live: of one source in one collection there is one live sync. */
  live?: string;
  includePatterns: string[];
  excludePatterns: string[];
  deletionPolicy: DeletionPolicy;
  customMetadata: CustomMetadata | null;
  /** Names of metadata of objects, and the keys of custom metadata that they become. */
  metadataMapping: Record<string, string>;
  processingType: ProcessingType;
  /** As in `IndexOptions`. */
  includeHiddenSheets: boolean;
  /** Null for none. */
  masking: MaskingOptions | null;
  intervalMinutes: number | null;
  scheduledFrom: Date;
  /** Sealed; null once the sync is inactive. */
  credentials: string | null;
  /** Sealed secret of the address for events; null until the address is asked for. */
  ingest: string | null;
  status: SyncStatus;
  state: SyncState;
  /** The job of the next run, where an answer has named it already. */
  announced: { jobId: string; type: SyncJobType } | null;
  run: SyncRun | null;
  /** Events have come since the last run has begun. */
  wanted?: true;
  /** Goes up when the collection is wiped: what is known of objects from before counts no more. */
  epoch: number;
  /** Whether a run has gone well. */
  backfilled: boolean;
  /** Objects of the last listing that was believed; null before the first. */
  lastListed: number | null;
  /** The last run that came as far as comparing; null before the first. */
  outcome: SyncOutcome | null;
  lastBackfillJobId: string | null;
  lastSyncAt: Date | null;
  lastSyncJobId: string | null;
  lastError: SyncError | null;
  /** A sentence about it for the owner. */
  lastErrorMessage: string | null;
  deactivatedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
  /** When the sweep looks at the row: a run is under way, or schedule and row may differ. */
  checkAt?: Date;
}

export type SyncCollection = Collection<SyncRow>;
