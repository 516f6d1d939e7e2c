import { type Collection, type Db, type Filter } from 'mongodb';
import { type NoteFinalJob } from '../../domain/platform/final-job';
import { type Tenant } from '../../domain/platform/tenancy';
import {
  type BadValues,
  type BuildCheck,
  type FacetReportItem,
  type JobStage,
  type JobWarning,
  jobWarningsMax,
  type ProductJobError,
  type ProductJobState,
  type ProductJobType,
  type StageName,
} from '../../domain/products/product-job';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { ownedBy } from '../mongo/owned-by';
import { type IndexPatterns, namedLike } from './index-names';
import { nextCheck } from './product-job-checks';
import { createProductJobEnds } from './product-job-ends';
import { type CredentialsRow, sealedCredentials } from '../mongo/sealed-credentials';
import { rowChecks } from '../mongo/row-checks';

/** Result of a job. Members that do not belong to its type are absent. */
export interface ProductJobResult {
  alias?: string;
  build?: string;
  physical?: string;
  previous?: string | null;
  records?: number;
  facets?: string[];
  seconds?: number;
  checks?: BuildCheck[];
  constraints?: { ranking: boolean; reason: string | null };
  /** Path of the report of an import. */
  report?: string;
  /** Build that an import has started. */
  buildJob?: string | null;
}

/** A job of an index. This row is the truth about it; its run in Temporal only moves the row on. */
export interface ProductJobRow extends Tenant {
  _id: string;
  type: ProductJobType;
  indexId: string;
  /** As it was called when the job was accepted. */
  indexName: string;
  state: ProductJobState;
  stages: JobStage[];
  /** Builds only. */
  buildId: string | null;
  /** A build that only puts the former build back. */
  isRollback: boolean;
  /** The switch to the new build has begun: the job can no longer be cancelled. */
  isPublishing: boolean;
  /** `index.write` only: first and last update that it carries, and records written. */
  seqFrom: number | null;
  seqTo: number | null;
  records: number | null;
  error: string | null;
  errorCode: ProductJobError | null;
  badValues: BadValues[];
  warnings: JobWarning[];
  facetReport: FacetReportItem[];
  result: ProductJobResult | null;
  /** Sealed key of the provider of an import; absent for other sources and jobs, and once the job has ended. */
  credentials?: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** When the sweep looks at the row; absent when it is final and nothing is left to clean up. */
  checkAt?: Date;
  /** When the row goes; absent until the end. */
  expiresAt?: Date;
}

/** Facts of a new job. */
export type NewProductJob = Pick<ProductJobRow, '_id' | 'type' | 'indexId' | 'indexName'> &
  Tenant & { stages: readonly StageName[]; buildId?: string; isRollback?: boolean; credentials?: string };

export interface ProductJobFilter {
  /** Names of indexes whose jobs are listed. */
  indexes: IndexPatterns;
  indexName?: string | undefined;
  type?: ProductJobType | undefined;
  state?: ProductJobState | undefined;
}

export const productJobIndexes: CollectionIndexes = {
  collection: 'product_jobs',
  indexes: [
    { key: { organizationId: 1, environment: 1, _id: -1 } },
    { key: { organizationId: 1, environment: 1, indexName: 1, _id: -1 } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { organizationId: 1, type: 1, _id: 1 }, partialFilterExpression: { finishedAt: null } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

/** A job as it is accepted. */
export function newProductJob(job: NewProductJob, now = new Date()): ProductJobRow {
  const { stages, buildId = null, isRollback = false, ...facts } = job;
  return {
    ...facts,
    state: 'queued',
    stages: stages.map((name) => ({
      name,
      status: 'queued',
      count: null,
      of: null,
      items: null,
      startedAt: null,
      finishedAt: null,
      reason: null,
    })),
    buildId,
    isRollback,
    isPublishing: false,
    seqFrom: null,
    seqTo: null,
    records: null,
    error: null,
    errorCode: null,
    badValues: [],
    warnings: [],
    facetReport: [],
    result: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    checkAt: nextCheck(now),
  };
}

/** States of a job that its run is at work on. */
const atWork: { $in: ProductJobState[] } = { $in: ['running', 'importing'] };

/** Jobs of product search. States move in one conditional update each, so that two writers cannot both win. */
export function createProductJobStore(db: Db, noteFinalJob: NoteFinalJob) {
  const rows: Collection<ProductJobRow> = db.collection<ProductJobRow>(productJobIndexes.collection);

  return {
    ...sealedCredentials(db.collection<CredentialsRow>(productJobIndexes.collection)),
    ...createProductJobEnds(rows, noteFinalJob),

    /** Accepts a job; one with this id stays as it is. */
    async insert(job: NewProductJob): Promise<ProductJobRow> {
      const row = newProductJob(job);
      try {
        await rows.insertOne(row);
        return row;
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        return (await rows.findOne({ _id: row._id }))!;
      }
    },

    /** A tenant's job; null for anybody else's id. */
    async find(tenant: Tenant, jobId: string): Promise<ProductJobRow | null> {
      return rows.findOne({ _id: jobId, ...ownedBy(tenant) });
    },

    /** Any job by its id: for runs, which are given ids by ourselves. */
    async get(jobId: string): Promise<ProductJobRow | null> {
      return rows.findOne({ _id: jobId });
    },

    /** Final jobs among those with some ids, by id. */
    async ended(jobIds: readonly string[]): Promise<Map<string, ProductJobRow>> {
      if (jobIds.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...jobIds] }, finishedAt: { $ne: null } }).toArray();
      return new Map(found.map((row) => [row._id, row]));
    },

    /** A page of a tenant's jobs, the newest first, by id before `before`. */
    async list(
      tenant: Tenant,
      { indexes, indexName, type, state }: ProductJobFilter,
      before: string | null,
      limit: number,
    ): Promise<ProductJobRow[]> {
      const named = namedLike(indexes).map((condition) => ({ indexName: condition }));
      const filter: Filter<ProductJobRow> = {
        ...ownedBy(tenant),
        ...(named.length === 0 ? {} : { $and: named }),
        ...(indexName === undefined ? {} : { indexName }),
        ...(type === undefined ? {} : { type }),
        ...(state === undefined ? {} : { state }),
        ...(before === null ? {} : { _id: { $lt: before } }),
      };
      return rows.find(filter).sort({ _id: -1 }).limit(limit).toArray();
    },

    /**
     * Takes a queued job, or one that a former attempt took. The row as it is, null when there is none.
     *
     * @param as state of a job that was queued
     */
    async claim(jobId: string, as: 'running' | 'importing' = 'running'): Promise<ProductJobRow | null> {
      const now = new Date();
      const claimed = await rows.findOneAndUpdate(
        { _id: jobId, state: { $in: ['queued', 'running', 'importing'] } },
        [
          {
            $set: {
              state: { $cond: [{ $eq: ['$state', 'queued'] }, as, '$state'] },
              startedAt: { $ifNull: ['$startedAt', now] },
              checkAt: nextCheck(now),
            },
          },
        ],
        { returnDocument: 'after' },
      );
      return claimed ?? rows.findOne({ _id: jobId });
    },

    /**
     * Number of the builds and imports of an organization that are at work, or that wait and were accepted
     * before a job. Rollbacks do not count.
     */
    countAhead: ({ _id, organizationId }: Pick<ProductJobRow, '_id' | 'organizationId'>): Promise<number> =>
      rows.countDocuments({
        organizationId,
        type: { $in: ['index.build', 'index.import'] },
        finishedAt: null,
        isRollback: false,
        $or: [
          { state: atWork, _id: { $ne: _id } },
          { state: 'queued', _id: { $lt: _id } },
        ],
      }),

    /** Moves an import on from the stages that only read. */
    async endImporting(jobId: string): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: 'importing' },
        { $set: { state: 'running', checkAt: nextCheck() } },
      );
    },

    /** Changes a stage of a running job. False when the job does not run any more. */
    async setStage(
      jobId: string,
      name: StageName,
      change: Partial<Omit<JobStage, 'name'>>,
    ): Promise<boolean> {
      const set = Object.fromEntries(
        Object.entries(change).map(([member, value]) => [`stages.$[stage].${member}`, value]),
      );
      const { matchedCount } = await rows.updateOne(
        { _id: jobId, state: atWork },
        { $set: { ...set, checkAt: nextCheck() } },
        { arrayFilters: [{ 'stage.name': name }] },
      );
      return matchedCount === 1;
    },

    /** Notes findings of a running job. False when the job does not run any more. */
    async note(
      jobId: string,
      findings: Partial<Pick<ProductJobRow, 'warnings' | 'badValues' | 'facetReport' | 'result'>>,
    ): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: jobId, state: atWork },
        { $set: { ...findings, checkAt: nextCheck() } },
      );
      return matchedCount === 1;
    },

    /** Adds warnings to a running job that it does not have yet, as long as its list is not full. */
    async warn(jobId: string, warnings: readonly JobWarning[]): Promise<void> {
      await rows.updateOne(
        { _id: jobId, state: atWork, [`warnings.${jobWarningsMax - 1}`]: { $exists: false } },
        { $addToSet: { warnings: { $each: warnings.slice(0, jobWarningsMax) } } },
      );
    },

    /** Begins the switch, after which the job cannot be cancelled. False when it does not run any more. */
    async beginPublishing(jobId: string): Promise<boolean> {
      const { matchedCount } = await rows.updateOne(
        { _id: jobId, state: atWork },
        { $set: { isPublishing: true, checkAt: nextCheck() } },
      );
      return matchedCount === 1;
    },

    /** Jobs are due that showed no sign of life, or have ended and are not cleaned up. */
    ...rowChecks(rows),
  };
}
