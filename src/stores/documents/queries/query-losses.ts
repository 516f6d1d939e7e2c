import { type Db } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { ownedBy } from '../../mongo/owned-by';

const hourMs = 3_600_000;

/** Queries of one tenant and hour that were answered and could not be recorded. */
interface QueryLossRow extends Tenant {
  /** Follows from tenant and hour. */
  _id: string;
  /** Its beginning. */
  hour: Date;
  queries: number;
}

/** The hours in which so many queries of a tenant were lost. */
export interface QueryLoss extends Tenant {
  hour: Date;
  queries: number;
}

export const queryLossIndexes: CollectionIndexes = {
  collection: 'query_losses',
  indexes: [{ key: { organizationId: 1, environment: 1, hour: 1 } }],
};

/** The hour that a moment belongs to. */
export function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / hourMs) * hourMs);
}

/** Counts of the queries that the history lacks. */
export function createQueryLossStore(db: Db) {
  const rows = db.collection<QueryLossRow>(queryLossIndexes.collection);

  return {
    /** Adds to what was lost; done twice it counts twice. */
    async add(losses: readonly QueryLoss[]): Promise<void> {
      if (losses.length === 0) return;
      await rows.bulkWrite(
        losses.map(({ organizationId, environment, hour, queries }) => ({
          updateOne: {
            filter: { _id: `${organizationId}/${environment}/${hour.toISOString()}` },
            update: { $inc: { queries }, $setOnInsert: { organizationId, environment, hour } },
            upsert: true,
          },
        })),
        { ordered: false },
      );
    },

    /** Whether a tenant has lost queries in an hour that the window touches. */
    async any(tenant: Tenant, window: { from: Date; to: Date }): Promise<boolean> {
      const hour = { $gte: hourOf(window.from), $lt: window.to };
      return (await rows.findOne({ ...ownedBy(tenant), hour }, { projection: { _id: 1 } })) !== null;
    },
  };
}

export type QueryLossStore = ReturnType<typeof createQueryLossStore>;
