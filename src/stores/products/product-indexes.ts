import { type Db, type Filter } from 'mongodb';
import { type BuildUnderWay, type KeptBuild } from '../../domain/products/product-index';
import { type ObjectSettings } from '../../domain/products/settings';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { inBatches } from '../mongo/in-batches';
import { ownedBy } from '../mongo/owned-by';
import { readInBatches } from '../mongo/read-in-batches';
import { afterBuild, type EndedBuild } from './build-hold';
import { type IndexPatterns, namedLike } from './index-names';
import { createTransact } from '../mongo/transactions';
import { changeNames } from './name-changes';
import { type ProductIndexRow, type ProductIndexCollection } from './product-index-row';

export const productIndexIndexes: CollectionIndexes = {
  collection: 'product_indexes',
  indexes: [
    { key: { organizationId: 1, environment: 1, name: 1 }, unique: true },
    { key: { checkAt: 1 }, sparse: true },
  ],
};

/** Names that one read looks up. */
const namesPerReadMax = 100;

/** Facts of a new index. */
export interface NewProductIndex extends Tenant {
  _id: string;
  name: string;
  idField: string | null;
  settings: ObjectSettings;
  /** Id of the index whose records its first build copies. */
  copyFrom?: string;
}

/** Creates the store of indexes. Each change of state is one conditional update. */
export function createProductIndexStore(db: Db) {
  const rows: ProductIndexCollection = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const aliases = db.collection<Tenant & { name: string }>('product_aliases');
  const naming = { db, transact: createTransact(db.client) };

  const findNamed = inBatches<Tenant & { name: string }, ProductIndexRow | null>(
    namesPerReadMax,
    async (_, wanted) => {
      const names = [...new Set(wanted.map(({ name }) => name))];
      const found = await rows.find({ ...ownedBy(wanted[0]!), name: { $in: names } }).toArray();
      const byName = new Map(found.map((row) => [row.name, row]));
      return wanted.map(({ name }) => byName.get(name) ?? null);
    },
  );

  return {
    /** Adds to the number of answers that were sent without an audit entry. */
    async addAuditFailures(indexId: string, count: number): Promise<void> {
      await rows.updateOne({ _id: indexId }, { $inc: { auditFailures: count } });
    },

    /**
     * Writes a new index; null when another index or an alias has the name. An existing row with the same id
     * is returned.
     */
    async create({ settings, ...index }: NewProductIndex): Promise<ProductIndexRow | null> {
      const row: ProductIndexRow = {
        ...index,
        idOrigin: index.idField === null ? null : 'given',
        sequence: 0,
        voidThrough: 0,
        replaceFrom: 0,
        staged: 0,
        commits: 0,
        settings: JSON.stringify(settings),
        settingsVersion: 1,
        burst: null,
        applying: null,
        appliedThrough: 0,
        holder: null,
        building: null,
        served: null,
        former: null,
        hasFailed: false,
        isDeleting: false,
        createdAt: new Date(),
      };
      return changeNames(naming, index, async (session) => {
        const known = await rows.findOne({ _id: row._id, ...ownedBy(index) }, { session });
        if (known !== null) return known;
        const named = { ...ownedBy(index), name: index.name };
        const taken = (await rows.findOne(named, { session })) ?? (await aliases.findOne(named, { session }));
        if (taken !== null) return null;
        await rows.insertOne(row, { session });
        return row;
      });
    },

    /**
     * A tenant's index by name; null without one. Concurrent calls of a tenant share a read; each result
     * comes from a read that began after the call.
     */
    find({ organizationId, environment }: Tenant, name: string): Promise<ProductIndexRow | null> {
      return findNamed(`${organizationId}/${environment}`, { organizationId, environment, name });
    },

    /** An index by an id from the service itself, for runs. Reads are shared as in `find`. */
    get: readInBatches(rows),

    /** Indexes by id, unsorted; deleted ones are left out. */
    async getMany(indexIds: readonly string[]): Promise<ProductIndexRow[]> {
      return rows.find({ _id: { $in: [...indexIds] } }).toArray();
    },

    /** A page of a tenant's indexes that match patterns, in the order of their names, after `after`. */
    async list(
      tenant: Tenant,
      indexes: IndexPatterns,
      after: string | null,
      limit: number,
    ): Promise<ProductIndexRow[]> {
      const named = namedLike(indexes).map((condition) => ({ name: condition }));
      const filter: Filter<ProductIndexRow> = {
        ...ownedBy(tenant),
        ...(named.length === 0 ? {} : { $and: named }),
        ...(after === null ? {} : { name: { $gt: after } }),
      };
      return rows.find(filter).sort({ name: 1 }).limit(limit).toArray();
    },

    async countOf(tenant: Tenant): Promise<number> {
      return rows.countDocuments(ownedBy(tenant));
    },

    /** Releases an index from a failed deletion; another holder stays. */
    async release(indexId: string, jobId: string): Promise<void> {
      await rows.updateOne({ _id: indexId, 'holder.jobId': jobId }, { $set: { holder: null } });
    },

    /** Releases an index from an ended build; another holder stays. */
    async releaseBuilt(job: EndedBuild): Promise<void> {
      await rows.updateOne(
        { _id: job.indexId, 'holder.jobId': job._id },
        { $set: { holder: null, ...afterBuild(job) } },
      );
    },

    /** Sets the build that live writes reach from now on. Null when the job no longer holds the index. */
    async nameBuilding(
      indexId: string,
      jobId: string,
      building: BuildUnderWay,
    ): Promise<ProductIndexRow | null> {
      return rows.findOneAndUpdate(
        { _id: indexId, 'holder.jobId': jobId, isDeleting: false },
        { $set: { building } },
        { returnDocument: 'after' },
      );
    },

    /**
     * Serves the running build, and keeps the served one as the former. Null when it no longer runs, or when
     * uploads were committed or live writes applied since `commits` and `served` were read.
     *
     * @param staged number of ids that uploads after the build's view have staged
     */
    async serve(
      indexId: string,
      served: KeptBuild,
      { staged, commits }: { staged: number; commits: number },
    ): Promise<ProductIndexRow | null> {
      return rows.findOneAndUpdate(
        {
          _id: indexId,
          isDeleting: false,
          'building.buildId': served.buildId,
          commits,
          appliedThrough: served.appliedThrough,
        },
        [
          {
            $set: {
              // The builds are literals: a physical name might begin with a dollar sign.
              former: '$served',
              served: { $literal: served },
              building: null,
              hasFailed: false,
              staged,
            },
          },
        ],
        { returnDocument: 'after' },
      );
    },

    /** Exchanges the served and the former build. Null when these have changed. */
    async exchange(
      indexId: string,
      served: KeptBuild,
      former: KeptBuild,
      staged: number,
    ): Promise<ProductIndexRow | null> {
      return rows.findOneAndUpdate(
        { _id: indexId, 'served.buildId': former.buildId, 'former.buildId': served.buildId },
        {
          $set: {
            served,
            former,
            staged,
            building: null,
          },
        },
        { returnDocument: 'after' },
      );
    },

    /** Removes the former build, if it is still this one: the search engine has lost it. */
    async dropFormer(indexId: string, buildId: string): Promise<void> {
      await rows.updateOne({ _id: indexId, 'former.buildId': buildId }, { $set: { former: null } });
    },

    /** Records that the records of another index were copied. */
    async markCopied(indexId: string): Promise<void> {
      await rows.updateOne({ _id: indexId }, { $unset: { copyFrom: 1 } });
    },

    /** Removes the row of a deleted index, whose name is then free. */
    async remove(indexId: string): Promise<void> {
      await rows.deleteOne({ _id: indexId, isDeleting: true });
    },
  };
}

export type ProductIndexStore = ReturnType<typeof createProductIndexStore>;
