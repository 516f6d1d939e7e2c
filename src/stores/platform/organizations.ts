import { type Collection, type Db, type WriteConcernSettings } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { newId } from '../mongo/new-id';

/**
 * Credits that a running job has taken out of the balance until they are settled or released; see
 * `credits.ts`.
 */
export interface HoldRow {
  id: string;
  kind: string;
  halfCredits: number;
  at: Date;
}

/**
 * A customer. `balance` in half credits, null without a limit; it lives here so that one update can check it
 * with the holds.
 */
export interface OrganizationRow {
  _id: string;
  name: string;
  balance: number | null;
  holds: HoldRow[];
  /** Features that an operator has enabled; absent without any. */
  features?: string[];
  /** Operators, one of whom management calls of product search must name; absent where no name is needed. */
  operators?: string[];
  createdAt: Date;
}

/** Prefix of an organization's id. */
const idPrefix = 'org_';

/** Lower-case name of 1 to 63 letters, digits and inner hyphens. */
export const organizationNamePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const organizationIndexes: CollectionIndexes = {
  collection: 'organizations',
  indexes: [
    { key: { name: 1 }, unique: true },
    { key: { 'holds.at': 1 }, sparse: true },
  ],
};

/** The collection of organizations; `credits.ts` works on it too. */
export function organizationCollection(
  db: Db,
  writeConcern?: WriteConcernSettings,
): Collection<OrganizationRow> {
  return db.collection<OrganizationRow>(
    organizationIndexes.collection,
    writeConcern === undefined ? {} : { writeConcern },
  );
}

/** Organizations by name: operators use names, rows and answers use ids. */
export function createOrganizationStore(db: Db) {
  const rows = organizationCollection(db);
  return {
    /**
     * The id of the organization with this name, created without a credit limit when there is none. Safe when
     * called at once.
     */
    async ensure(name: string): Promise<string> {
      const fresh = { _id: newId(idPrefix), balance: null, holds: [], createdAt: new Date() };
      const write = () =>
        rows.findOneAndUpdate(
          { name },
          { $setOnInsert: fresh },
          { upsert: true, returnDocument: 'after', projection: { _id: 1 } },
        );
      const row = await write().catch((error: unknown) => {
        if (isDuplicateKey(error)) return write();
        throw error;
      });
      return row!._id;
    },

    /** The id behind a name, or null. */
    async findByName(name: string): Promise<string | null> {
      const row = await rows.findOne({ name }, { projection: { _id: 1 } });
      return row?._id ?? null;
    },

    /** Enables a feature for an organization, or disables it. */
    async setFeature(organizationId: string, feature: string, isEnabled: boolean): Promise<void> {
      const change = isEnabled ? { $addToSet: { features: feature } } : { $pull: { features: feature } };
      await rows.updateOne({ _id: organizationId }, change);
    },

    async hasFeature(organizationId: string, feature: string): Promise<boolean> {
      const row = await rows.findOne({ _id: organizationId, features: feature }, { projection: { _id: 1 } });
      return row !== null;
    },

    /** Operators, one of whom management calls must name; null where no name is needed. */
    async operatorsOf(organizationId: string): Promise<string[] | null> {
      const row = await rows.findOne({ _id: organizationId }, { projection: { operators: 1 } });
      return row?.operators ?? null;
    },

    /** Adds persons, or takes them away; from the first change on management calls must name one. */
    async changeOperators(
      organizationId: string,
      { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
    ): Promise<void> {
      const kept = { $setDifference: [{ $ifNull: ['$operators', []] }, { $literal: [...remove] }] };
      const operators = { $setUnion: [kept, { $literal: [...add] }] };
      await rows.updateOne({ _id: organizationId }, [{ $set: { operators } }]);
    },

    /** Lets management calls come without an operator's name. */
    async forgetOperators(organizationId: string): Promise<void> {
      await rows.updateOne({ _id: organizationId }, { $unset: { operators: 1 } });
    },

    /** Names by id, for lists that operators read. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const found = await rows
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: { name: 1 } })
        .toArray();
      return new Map(found.map((row) => [row._id, row.name]));
    },
  };
}
