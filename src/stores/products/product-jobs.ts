import { type Collection, type Db, type Filter } from 'mongodb';
import { type Tenant } from '../../domain/platform/tenancy';
import {
  type JobStage,
  type JobWarning,
  jobWarningsMax,
  type ProductJobState,
  type ProductJobType,
  type StageName,
} from '../../domain/products/product-job';
import { createJobRows, type JobRowsDeps } from '../../job-rows/job-rows';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { ownedBy } from '../mongo/owned-by';
import { type CredentialsRow, sealedCredentials } from '../mongo/sealed-credentials';
import { type IndexPatterns, namedLike } from './index-names';
import { createProductJobEnds } from './product-job-ends';
import {
  type NewProductJob,
  newProductJob,
  productJobKind,
  type ProductJobRow,
  type ProductMachine,
} from './product-job-kind';

export interface ProductJobFilter {
  /** Names of indexes whose jobs are listed. */
  indexes: IndexPatterns;
  indexName?: string | undefined;
  type?: ProductJobType | undefined;
  state?: ProductJobState | undefined;
}

export const productJobIndexes: CollectionIndexes = {
  collection: productJobKind.collection,
  indexes: [
    { key: { organizationId: 1, environment: 1, _id: -1 } },
    { key: { organizationId: 1, environment: 1, indexName: 1, _id: -1 } },
    { key: { checkAt: 1 }, sparse: true },
    { key: { organizationId: 1, type: 1, _id: 1 }, partialFilterExpression: { finishedAt: null } },
    { key: { expiresAt: 1 }, expireAfterSeconds: 0 },
  ],
};

/** Jobs of product search: their own fields on top of the machine for job rows. */
export function createProductJobStore(db: Db, deps: JobRowsDeps) {
  const rows: Collection<ProductJobRow> = db.collection<ProductJobRow>(productJobKind.collection);
  const machine: ProductMachine = createJobRows<ProductJobRow>(db, productJobKind, deps);
  const { get, write, dueForCheck, postponeCheck, makeDue } = machine;

  return {
    ...sealedCredentials(db.collection<CredentialsRow>(productJobKind.collection)),
    ...createProductJobEnds(rows, machine),

    /** Jobs are due that showed no sign of life, or have ended and are not cleaned up. */
    dueForCheck,
    postponeCheck,
    makeDue,
    get,

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

    /** A tenant's job; null for the id of another tenant. */
    async find(tenant: Tenant, jobId: string): Promise<ProductJobRow | null> {
      return rows.findOne({ _id: jobId, ...ownedBy(tenant) });
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
     * Claims a queued job, or one that a former attempt has claimed. The row as it is, null when there is
     * none.
     *
     * @param as state of a job that was queued
     */
    claim: (jobId: string, as: 'running' | 'importing' = 'running'): Promise<ProductJobRow | null> =>
      machine.claim(jobId, { as }),

    /**
     * Number of the builds and imports of an organization that are at work, or that wait and were accepted
     * before a job. Rollbacks do not count.
     */
    countAhead: (job: Pick<ProductJobRow, '_id' | 'organizationId'>): Promise<number> =>
      machine.countAhead(job, { type: { $in: ['index.build', 'index.import'] }, isRollback: false }),

    /** Moves an import on from the stages that only read. */
    async endImporting(jobId: string): Promise<void> {
      await write(jobId, { $set: { state: 'running' } }, { where: { state: 'importing' } });
    },

    /** Changes a stage of a running job. False when the job does not run any more. */
    setStage(jobId: string, name: StageName, change: Partial<Omit<JobStage, 'name'>>): Promise<boolean> {
      const set = Object.fromEntries(
        Object.entries(change).map(([member, value]) => [`stages.$[stage].${member}`, value]),
      );
      return write(jobId, { $set: set }, { arrayFilters: [{ 'stage.name': name }] });
    },

    /** Notes findings of a running job. False when the job does not run any more. */
    note: (
      jobId: string,
      findings: Partial<Pick<ProductJobRow, 'warnings' | 'badValues' | 'facetReport' | 'result'>>,
    ): Promise<boolean> => write(jobId, { $set: findings }),

    /** Adds warnings to a running job that it does not have yet, as long as its list is not full. */
    async warn(jobId: string, warnings: readonly JobWarning[]): Promise<void> {
      const added = { warnings: { $each: warnings.slice(0, jobWarningsMax) } };
      const where = { [`warnings.${jobWarningsMax - 1}`]: { $exists: false } };
      await write(jobId, { $addToSet: added }, { where });
    },

    /** Begins the switch, after which the job cannot be cancelled. False when it does not run any more. */
    beginPublishing: (jobId: string): Promise<boolean> => write(jobId, { $set: { isPublishing: true } }),
  };
}
