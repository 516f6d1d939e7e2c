import { type ClientSession, type Db, type Filter } from 'mongodb';
import {
  type IndexCounts,
  type IndexJobState,
  indexStartGraceMs,
  type IndexVerdict,
} from '../../../domain/documents/index-job';
import { type Tenant } from '../../../domain/platform/tenancy';
import { createJobRows, type JobRowsDeps } from '../../../job-rows/job-rows';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { ownedBy } from '../../mongo/owned-by';
import { type CredentialsRow, sealedCredentials } from '../../mongo/sealed-credentials';
import {
  type IndexBilling,
  type IndexJobCollection,
  indexJobKind,
  type IndexJobMachine,
  type IndexJobRow,
  type IndexJobSummary,
} from './index-job-kind';
import { endedMaskingReport, indexJobMaskingReports } from './index-job-masking-reports';
import { indexJobRollbacks } from './index-job-rollbacks';
import { indexJobRunWrites } from './index-job-run-writes';

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

export const indexJobIndexes: CollectionIndexes = {
  collection: indexJobKind.collection,
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

/** Indexing jobs: their own fields on top of the machine for job rows. */
export function createIndexJobStore(db: Db, deps: JobRowsDeps) {
  const machine: IndexJobMachine = createJobRows<IndexJobRow>(db, indexJobKind, deps);
  const rows: IndexJobCollection = db.collection<IndexJobRow>(indexJobKind.collection);

  return {
    ...indexJobRunWrites(machine),
    ...sealedCredentials(db.collection<CredentialsRow>(indexJobKind.collection)),
    ...indexJobHousekeeping(rows, machine),
    ...indexJobRollbacks(rows),
    ...indexJobMaskingReports(rows),

    /**
     * Writes a new job as `pending`. False when the id is taken: the same request came before.
     *
     * @param options.held the sweep leaves the job alone until `release`; default false
     */
    insertPending(
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
        | 'maskingBounds'
        | 'warnings'
        | 'createdAt'
      >,
      { held = false }: { held?: boolean } = {},
    ): Promise<boolean> {
      const row = {
        ...job,
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
      };
      return machine.insertOnce(row, held ? { checkAfterMs: null } : {});
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
    withdraw: (jobId: string): Promise<boolean> => machine.withdraw(jobId),

    /** A tenant's job, null for the id of another tenant. */
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
     * @returns the job afterwards, null when there is none
     */
    async cancel(jobId: string, by: string | null): Promise<IndexJobRow | null> {
      const now = new Date();
      const { row, hasEnded } = await machine.end(jobId, {
        state: 'cancelled',
        from: ['pending'],
        set: { credentials: null, cancelRequestedAt: now, cancelledBy: by, cancelledAt: now, checkAt: now },
        now,
      });
      if (hasEnded) return row;
      const set = { cancelledBy: by, updatedAt: now };
      return machine.requestCancel(jobId, { now, from: ['running'], set });
    },

    /**
     * Ends a job, once: state, counts, bill and charge in one transaction, the credentials gone with it. A
     * job that is final already keeps its end. The caller cleans up after a row that still has `checkAt`.
     *
     * @returns the row as it then is, null when there is none
     */
    async end(
      jobId: string,
      { state, warnings = [], masked, now = new Date(), ...set }: IndexJobEnd,
    ): Promise<IndexJobRow | null> {
      const ended = await machine.end(jobId, {
        state,
        now,
        set: {
          ...set,
          writer: null,
          credentials: null,
          ...(state === 'cancelled' ? { cancelledAt: now } : { cancelledAt: null, cancelledBy: null }),
          ...(masked === undefined ? {} : endedMaskingReport(masked, now)),
        },
        update: { $addToSet: { warnings: { $each: [...warnings] } } },
      });
      return ended.row;
    },

    /**
     * Charges a final job that has not been charged, and releases what any other one held. Safe to repeat.
     */
    closeHolds: (job: IndexJobRow): Promise<void> => machine.closeHolds(job),

    /** A final job has left nothing behind, and its bill is settled. */
    markCleaned: (jobId: string): Promise<void> => machine.markSettled(jobId, { source: null }),
  };
}

export type IndexJobStore = ReturnType<typeof createIndexJobStore>;

/** Reads and writes of the sweep and of retention. Every read is bounded by `limit` and follows an index. */
function indexJobHousekeeping(rows: IndexJobCollection, machine: IndexJobMachine) {
  const { makeDue, postponeCheck, remove, withOpenHolds } = machine;

  return {
    makeDue,
    postponeCheck,
    withOpenHolds,
    /** Forgets a job whose files are forgotten already. */
    remove,

    /**
     * Jobs that showed no sign of life, final ones that may have left something behind, and those whose
     * rollback shows none, by id after `after`.
     */
    async dueForCheck(now: Date, after: string | null, limit: number): Promise<IndexJobRow[]> {
      return rows
        .find({
          $or: [{ checkAt: { $lte: now } }, { 'rollback.checkAt': { $lte: now } }],
          ...(after === null ? {} : { _id: { $gt: after } }),
        })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
    },

    /** Final jobs whose rows are due to go, oldest first. */
    dueForPurge: (now: Date, limit: number): Promise<Pick<IndexJobRow, '_id'>[]> =>
      machine.dueForPurge(now, limit, {
        where: {
          checkAt: { $exists: false },
          'rollback.checkAt': { $exists: false },
          'maskingReport.purgeAt': { $exists: false },
        },
      }),
  };
}
