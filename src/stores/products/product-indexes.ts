import { type Collection, type Db, type Filter } from 'mongodb';
import { type BuildUnderWay, type KeptBuild } from '../../domain/products/product-index';
import { type ProductJobType } from '../../domain/products/product-job';
import { type ObjectSettings } from '../../domain/products/settings';
import { type Tenant } from '../../domain/platform/tenancy';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { inBatches } from '../mongo/in-batches';
import { ownedBy } from '../mongo/owned-by';
import { readInBatches } from '../mongo/read-in-batches';
import { afterBuild, type EndedBuild } from './build-hold';
import { type IndexPatterns, namedLike } from './index-names';
import { createNameChanges } from './name-changes';

/** The job that has an index for itself. */
export interface HoldingJob {
  jobId: string;
  type: Exclude<ProductJobType, 'index.write'>;
}

/** Live writes that one `index.write` job carries. */
export interface WriteBurst {
  jobId: string;
  /** Numbers of the first and the last of them. */
  seqFrom: number;
  seqTo: number;
}

/** An index. This row is the truth about its builds, its settings and its sequence numbers. */
export interface ProductIndexRow extends Tenant {
  _id: string;
  name: string;
  /** Field that holds the ids of records; null until the caller or the first upload has decided. */
  idField: string | null;
  /** Origin of `idField`: the caller, a built-in name, or a field that looks like a code. */
  idOrigin: 'given' | 'builtin' | 'code_field' | null;
  /** Last sequence number that was given. */
  sequence: number;
  /** Nothing up to this number counts in any view: the number of the last clear. */
  voidThrough: number;
  /** Number of the last upload that replaces everything; 0 without one since the last clear. */
  replaceFrom: number;
  /** Differing ids in committed uploads, and before the first build in live writes, that no build has taken. */
  staged: number;
  /** Number of uploads committed so far. A changed number tells that `staged` has to be counted again. */
  commits: number;
  /** JSON text of `ObjectSettings`: names of fields are the caller's. */
  settings: string;
  /** Grows by one with each change of the settings. */
  settingsVersion: number;
  /** The live writes that wait to be applied; null when there are none. */
  burst: WriteBurst | null;
  /** The live writes that are being applied; null when there are none. */
  applying: WriteBurst | null;
  /** Live writes up to this number are applied to every build. */
  appliedThrough: number;
  /** The build, import or deletion that has the index for itself. */
  holder: HoldingJob | null;
  building: BuildUnderWay | null;
  served: KeptBuild | null;
  /** The build that a rollback puts back. */
  former: KeptBuild | null;
  /** The last build failed. */
  hasFailed: boolean;
  isDeleting: boolean;
  createdAt: Date;
  /** How shoppers are split between copies; absent without such. */
  assignment?: StoredAssignment;
  /** Index whose records the next build takes over first; absent where there is none. */
  copyFrom?: string;
  /** Entries of the records after this id wait to be folded; absent when none do. */
  foldAfter?: string;
  /** Id of the pass of folding that was asked for last; absent when none waits. */
  foldRequest?: string;
  /** When the sweep looks at the row; absent while nothing is under way. */
  checkAt?: Date;
  /** Answers that left without an entry in the audit log; absent without any. */
  auditFailures?: number;
}

export type ProductIndexCollection = Collection<ProductIndexRow>;

/** A copy that serves a group of shoppers. */
export interface AssignedCopy {
  indexId: string;
  name: string;
}

/** Split of the shoppers of an index. Targets are by the names that groups have for them. */
export interface StoredAssignment {
  /** JSON text of `Assignment`: names are the caller's. */
  text: string;
  copies: AssignedCopy[];
}

export const productIndexIndexes: CollectionIndexes = {
  collection: 'product_indexes',
  indexes: [
    { key: { organizationId: 1, environment: 1, name: 1 }, unique: true },
    { key: { checkAt: 1 }, sparse: true },
  ],
};

/** Names that one read looks for. */
const namesPerReadMax = 100;

/** Facts of a new index. */
export interface NewProductIndex extends Tenant {
  _id: string;
  name: string;
  idField: string | null;
  settings: ObjectSettings;
  /** Id of the index whose records its first build takes over. */
  copyFrom?: string;
}

/** Indexes of product search. States move in one conditional update each. */
export function createProductIndexStore(db: Db) {
  const rows: ProductIndexCollection = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const aliases = db.collection<Tenant & { name: string }>('product_aliases');
  const changeNames = createNameChanges(db);

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
    /** Writes a new index; null when the name is taken by another one, or by an alias. A row of the same id is answered. */
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
      return changeNames(index, async (session) => {
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
     * A tenant's index by its name; null for an unknown name. Calls of a tenant that wait for each other share a
     * read; each is answered by one that began after it.
     */
    find({ organizationId, environment }: Tenant, name: string): Promise<ProductIndexRow | null> {
      return findNamed(`${organizationId}/${environment}`, { organizationId, environment, name });
    },

    /** Any index by its id: for runs, which are given ids by ourselves. Reads are shared as by `find`. */
    get: readInBatches(rows),

    /** Indexes by their ids, in no order; those that are gone are missing. */
    async getMany(indexIds: readonly string[]): Promise<ProductIndexRow[]> {
      return rows.find({ _id: { $in: [...indexIds] } }).toArray();
    },

    /** A page of a tenant's indexes with such names, by name after `after`. */
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

    /** Takes an index from a deletion that has failed; another holder keeps it. */
    async release(indexId: string, jobId: string): Promise<void> {
      await rows.updateOne({ _id: indexId, 'holder.jobId': jobId }, { $set: { holder: null } });
    },

    /** Takes an index from a build that is over; another holder keeps it. */
    async releaseBuilt(job: EndedBuild): Promise<void> {
      await rows.updateOne(
        { _id: job.indexId, 'holder.jobId': job._id },
        { $set: { holder: null, ...afterBuild(job) } },
      );
    },

    /** Names the build that live writes reach from now on too. Null when the job no longer has the index. */
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
     * Serves the build under way, and keeps the served one as the former. Null when it is not under way any
     * more, and when uploads were committed or live writes applied since `commits` and `served` were read.
     *
     * @param staged ids that uploads after the build's view have staged
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
              // The builds are literal values: a physical name may begin with a dollar sign in no case.
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

    /** Exchanges the served and the former build. Null when they are not these any more. */
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

    /** Forgets the former build, as long as it is this one: the search engine has lost it. */
    async dropFormer(indexId: string, buildId: string): Promise<void> {
      await rows.updateOne({ _id: indexId, 'former.buildId': buildId }, { $set: { former: null } });
    },

    /** Says that the records of another index have been taken over. */
    async noteCopied(indexId: string): Promise<void> {
      await rows.updateOne({ _id: indexId }, { $unset: { copyFrom: 1 } });
    },

    /** Removes the row of a deleted index; its name is free then. */
    async remove(indexId: string): Promise<void> {
      await rows.deleteOne({ _id: indexId, isDeleting: true });
    },
  };
}

export type ProductIndexStore = ReturnType<typeof createProductIndexStore>;

export function settingsOf({ settings }: Pick<ProductIndexRow, 'settings'>): ObjectSettings {
  return JSON.parse(settings) as ObjectSettings;
}
