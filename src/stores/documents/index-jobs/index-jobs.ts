import { type ClientSession, type Collection, type Db, type Filter } from 'mongodb';
import {
  FINAL_INDEX_STATES,
  INDEX_JOB_MOVES,
  type IndexCounts,
  indexCheckAfterMs,
  type IndexJobError,
  type IndexJobState,
  indexJobTtlMs,
  type IndexOptions,
  indexStartGraceMs,
  type IndexVerdict,
} from '../../../domain/documents/index-job';
import { type IndexJobType, type IndexSource } from '../../../domain/documents/index-source';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { type CredentialsRow, sealedCredentials } from '../../mongo/sealed-credentials';
import { type StepTries } from '../../../job-rows/step-tries';
import { indexJobHousekeeping } from './index-job-housekeeping';
import {
  endedMaskingReport,
  indexJobMaskingReports,
  type MaskingReportRow,
} from './index-job-masking-reports';
import { type IndexJobRollback, indexJobRollbacks } from './index-job-rollbacks';
import { indexJobRunWrites } from './index-job-run-writes';
import { isDuplicateKey } from '../../mongo/mongo';
import { ownedBy } from '../../mongo/owned-by';

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

export type IndexJobEnd = IndexVerdict & {
  message: string | null;
  counts: IndexCounts;
  billing: IndexBilling | null;
  /** About the job as a whole; those of its files are noted already. */
  warnings?: readonly string[];
  /** Masked places of the files that were indexed, by tag; absent for jobs without masking. */
  masked?: Record<string, number>;
  now?: Date;
};

export type IndexJobCollection = Collection<IndexJobRow>;

/** A job without what may be large or secret. */
export type IndexJobSummary = Omit<IndexJobRow, 'source' | 'credentials' | 'maskingReport'> & {
  maskingReport?: Omit<MaskingReportRow, 'key'>;
};

export const indexJobIndexes: CollectionIndexes = {
  collection: 'jobs',
  indexes: [
    { key: { organizationId: 1, environment: 1, _id: -1 } },
    { key: { organizationId: 1, environment: 1, collectionName: 1, _id: -1 } },
    { key: { collectionId: 1, state: 1 } },
    { key: { syncId: 1, _id: -1 }, partialFilterExpression: { syncId: { $exists: true } } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { 'rollback.checkAt': 1 }, sparse: true },
    { key: { purgeAt: 1 }, sparse: true },
    { key: { 'maskingReport.purgeAt': 1 }, sparse: true },
  ],
};

const summaryProjection = {
  source: 0,
  credentials: 0,
  'maskingReport.key': 0,
  'rollback.answer': 0,
} as const;

/** Conditions for the jobs of a list. */
export interface IndexJobFilter {
  state?: IndexJobState;
  collectionName?: string;
  syncId?: string;
}

/** Indexing jobs. States move in one conditional update each, so that two writers cannot both win. */
export function createIndexJobStore(db: Db) {
  const rows: IndexJobCollection = db.collection<IndexJobRow>(indexJobIndexes.collection);

  return {
    ...indexJobRunWrites(rows),
    ...sealedCredentials(db.collection<CredentialsRow>(indexJobIndexes.collection)),
    ...indexJobHousekeeping(rows),
    ...indexJobRollbacks(rows),
    ...indexJobMaskingReports(rows),

    /**
     * Writes a new job as `pending`. False when the id is taken: the same request came before.
     *
     * @param options.held the sweep leaves the job alone until `release`; default false
     */
    async insertPending(
      job: Pick<
        IndexJobRow,
        | '_id'
        | 'organizationId'
        | 'environment'
        | 'type'
        | 'collectionId'
        | 'collectionName'
        | 'syncId'
        | 'source'
        | 'credentials'
        | 'options'
        | 'maskingReport'
        | 'warnings'
        | 'createdAt'
      >,
      { held = false }: { held?: boolean } = {},
    ): Promise<boolean> {
      try {
        await rows.insertOne({
          ...job,
          state: 'pending',
          stage: 0,
          scan: { after: null, files: 0, done: false },
          writer: null,
          counts: { total: 0, indexed: 0, failed: 0, skipped: 0 },
          error: null,
          message: null,
          cancelRequestedAt: null,
          cancelledBy: null,
          cancelledAt: null,
          billing: null,
          rollback: null,
          rolledBackAt: null,
          startedAt: null,
          updatedAt: job.createdAt,
          completedAt: null,
          ...(!held && { checkAt: new Date(job.createdAt.getTime() + indexStartGraceMs) }),
        });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /**
     * Hands the list of files to a job that was held back for it, and lets its run begin. Nothing happens to
     * a job that has it, or has ended.
     */
    async release(
      jobId: string,
      { counts, ...facts }: Pick<IndexJobRow, 'source' | 'credentials' | 'warnings' | 'counts'>,
      now = new Date(),
    ): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: 'pending', checkAt: { $exists: false } },
        {
          $set: {
            ...facts,
            counts,
            scan: { after: null, files: counts.total, done: true },
            updatedAt: now,
            checkAt: new Date(now.getTime() + indexStartGraceMs),
          },
        },
      );
    },

    /** Takes an acceptance back. False when a run has the job already, or there is no such job. */
    async removePending(jobId: string): Promise<boolean> {
      const { deletedCount } = await rows.deleteOne({ _id: jobId, state: 'pending' });
      return deletedCount === 1;
    },

    /** A tenant's job, null for anybody else's id. */
    async find(tenant: Tenant, jobId: string): Promise<IndexJobSummary | null> {
      return rows.findOne<IndexJobSummary>(
        { _id: jobId, ...ownedBy(tenant) },
        { projection: summaryProjection },
      );
    },

    /** The tenant's jobs, newest first, and how many there are in all. */
    async list(
      tenant: Tenant,
      { state, collectionName, syncId }: IndexJobFilter,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ jobs: IndexJobSummary[]; total: number }> {
      const filter: Filter<IndexJobRow> = {
        ...ownedBy(tenant),
        ...(state === undefined ? {} : { state }),
        ...(collectionName === undefined ? {} : { collectionName }),
        ...(syncId === undefined ? {} : { syncId }),
      };
      const [jobs, total] = await Promise.all([
        rows
          .find<IndexJobSummary>(filter, { projection: summaryProjection })
          .sort({ _id: -1 })
          .skip(offset)
          .limit(limit)
          .toArray(),
        rows.countDocuments(filter),
      ]);
      return { jobs, total };
    },

    /** Jobs of a collection that have not ended, oldest first. */
    async unfinishedIn(collectionId: string, session?: ClientSession): Promise<Pick<IndexJobRow, '_id'>[]> {
      const unfinished = {
        collectionId,
        state: { $in: ['pending', 'running'] },
      } satisfies Filter<IndexJobRow>;
      return rows
        .find(unfinished, { projection: { _id: 1 }, ...(session && { session }) })
        .sort({ _id: 1 })
        .toArray();
    },

    /**
     * Ends a pending job as `cancelled`, and asks the run of a running one to end it: what its files are at
     * right now has to be settled first. A job that has ended stays as it is.
     *
     * @param by id of the key that asks
     * @param onEnded is given the row where this call has ended the job
     * @returns the job afterwards, null when there is none
     */
    async cancel(
      jobId: string,
      by: string | null,
      onEnded?: (row: IndexJobRow) => void,
    ): Promise<IndexJobRow | null> {
      const now = new Date();
      const ended = await rows.findOneAndUpdate(
        { _id: jobId, state: 'pending' },
        {
          $set: {
            state: 'cancelled',
            credentials: null,
            cancelRequestedAt: now,
            cancelledBy: by,
            cancelledAt: now,
            updatedAt: now,
            completedAt: now,
            checkAt: now,
            purgeAt: new Date(now.getTime() + indexJobTtlMs),
          },
        },
        { returnDocument: 'after' },
      );
      if (ended !== null) {
        onEnded?.(ended);
        return ended;
      }
      const asked = await rows.findOneAndUpdate(
        { _id: jobId, state: 'running', cancelRequestedAt: null },
        { $set: { cancelRequestedAt: now, cancelledBy: by, updatedAt: now } },
        { returnDocument: 'after' },
      );
      return asked ?? rows.findOne({ _id: jobId });
    },

    /**
     * Ends a job, once: state, counts and bill in one update, the credentials gone with it. A job that is
     * final already keeps its end. The caller cleans up after a row that still has `checkAt`.
     *
     * @param options.session transaction that the end is part of
     * @param options.onEnded is given the row where this call has ended the job
     * @returns the row as it then is, null when there is none
     */
    async end(
      jobId: string,
      end: IndexJobEnd,
      { session, onEnded }: { session?: ClientSession; onEnded?: (row: IndexJobRow) => void } = {},
    ): Promise<IndexJobRow | null> {
      const { warnings = [], masked, now = new Date() } = end;
      const cancelled = end.state === 'cancelled';
      const inSession = session === undefined ? {} : { session };
      const moved = await rows.findOneAndUpdate(
        { _id: jobId, state: { $in: [...INDEX_JOB_MOVES[end.state]] } },
        {
          $set: {
            state: end.state,
            error: end.error,
            message: end.message,
            counts: end.counts,
            billing: end.billing,
            writer: null,
            credentials: null,
            cancelledAt: cancelled ? now : null,
            ...(cancelled ? {} : { cancelledBy: null }),
            updatedAt: now,
            completedAt: now,
            checkAt: new Date(now.getTime() + indexCheckAfterMs),
            purgeAt: new Date(now.getTime() + indexJobTtlMs),
            ...(masked === undefined ? {} : endedMaskingReport(masked, now)),
          },
          $addToSet: { warnings: { $each: [...warnings] } },
        },
        { ...inSession, returnDocument: 'after' },
      );
      if (moved !== null) onEnded?.(moved);
      return moved ?? rows.findOne({ _id: jobId }, inSession);
    },

    /** Notes what the charge of a job has left to its organization. */
    async noteRemaining(jobId: string, remaining: number | null, session: ClientSession): Promise<void> {
      await rows.updateOne(
        { _id: jobId, billing: { $ne: null } },
        { $set: { 'billing.remaining': remaining } },
        { session },
      );
    },

    /** A final job has left nothing behind, and its bill is settled. */
    async noteCleaned(jobId: string): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: { $in: [...FINAL_INDEX_STATES] } },
        { $set: { source: null }, $unset: { checkAt: '' } },
      );
    },
  };
}

export type IndexJobStore = ReturnType<typeof createIndexJobStore>;
