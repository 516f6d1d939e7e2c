import { type Collection, type Db, type WriteConcernSettings } from 'mongodb';
import { type CollectionIndexes } from '../mongo/collection-indexes';
import { isDuplicateKey } from '../mongo/mongo';
import { newId } from '../mongo/new-id';

/** Credits that a running job holds until they are settled or released; see `credits.ts`. */
export interface HoldRow {
  id: string;
  kind: string;
  halfCredits: number;
  at: Date;
}

/**
 * A customer. `balance` is in half credits, null without a limit; it is in this row so that one update can
 * check it together with the holds.
 */
export interface OrganizationRow {
  _id: string;
  name: string;
  balance: number | null;
  holds: HoldRow[];
  /** Features enabled by an operator; absent without any. */
  features?: string[];
  /**
   * Names of operators, one of whom management calls of product search must give; absent when none is
   * required.
   */
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

/** The collection of organizations, which `credits.ts` uses too. */
export function organizationCollection(
  db: Db,
  writeConcern?: WriteConcernSettings,
): Collection<OrganizationRow> {
  return db.collection<OrganizationRow>(
    organizationIndexes.collection,
    writeConcern === undefined ? {} : { writeConcern },
  );
}

/** Creates the store of organizations. Operators use names; rows and answers use ids. */
export function createOrganizationStore(db: Db) {
  const rows = organizationCollection(db);
  return {
    /**
     * The id of the organization with this name, created without a credit limit if missing. Concurrent calls
     * are safe.
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

    /** The id for a name; null without one. */
    async findByName(name: string): Promise<string | null> {
      const row = await rows.findOne({ name }, { projection: { _id: 1 } });
      return row?._id ?? null;
    },

    /** Enables or disables a feature of an organization. */
    async setFeature(organizationId: string, feature: string, isEnabled: boolean): Promise<void> {
      const change = isEnabled ? { $addToSet: { features: feature } } : { $pull: { features: feature } };
      await rows.updateOne({ _id: organizationId }, change);
    },

    async hasFeature(organizationId: string, feature: string): Promise<boolean> {
      const row = await rows.findOne({ _id: organizationId, features: feature }, { projection: { _id: 1 } });
      return row !== null;
    },

    /** Names of operators, one of whom management calls must give; null when none is required. */
    async operatorsOf(organizationId: string): Promise<string[] | null> {
      const row = await rows.findOne({ _id: organizationId }, { projection: { operators: 1 } });
      return row?.operators ?? null;
    },

    /** Adds or removes persons; from the first change on management calls must name one. */
    async changeOperators(
      organizationId: string,
      { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
    ): Promise<void> {
      const kept = { $setDifference: [{ $ifNull: ['$operators', []] }, { $literal: [...remove] }] };
      const operators = { $setUnion: [kept, { $literal: [...add] }] };
      await rows.updateOne({ _id: organizationId }, [{ $set: { operators } }]);
    },

    /** Ends the requirement of an operator's name in management calls. */
    async forgetOperators(organizationId: string): Promise<void> {
      await rows.updateOne({ _id: organizationId }, { $unset: { operators: 1 } });
    },

    /** Names by id, for lists of operators. */
    async names(ids: readonly string[]): Promise<Map<string, string>> {
      const found = await rows
        .find({ _id: { $in: [...new Set(ids)] } }, { projection: { name: 1 } })
        .toArray();
      return new Map(found.map((row) => [row._id, row.name]));
    },
  };
}
