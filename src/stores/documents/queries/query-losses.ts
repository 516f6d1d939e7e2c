import { type Db } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { ownedBy } from '../../mongo/owned-by';

const hourMs = 3_600_000;

/** Answered queries of one tenant and hour that could not be recorded. */
interface QueryLossRow extends Tenant {
  /** Follows from tenant and hour. */
  _id: string;
  /** Beginning of the hour. */
  hour: Date;
  queries: number;
}

/** Number of lost queries of a tenant in an hour. */
export interface QueryLoss extends Tenant {
  hour: Date;
  queries: number;
}

export const queryLossIndexes: CollectionIndexes = {
  collection: 'query_losses',
  indexes: [{ key: { organizationId: 1, environment: 1, hour: 1 } }],
};

/** Beginning of the hour of a moment. */
export function hourOf(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / hourMs) * hourMs);
}

/** Creates the store of the counts of lost queries. */
export function createQueryLossStore(db: Db) {
  const rows = db.collection<QueryLossRow>(queryLossIndexes.collection);

  return {
    /** Adds to the counts; not idempotent. */
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

    /** Whether a tenant has lost queries in an hour that overlaps the window. */
    async any(tenant: Tenant, window: { from: Date; to: Date }): Promise<boolean> {
      const hour = { $gte: hourOf(window.from), $lt: window.to };
      return (await rows.findOne({ ...ownedBy(tenant), hour }, { projection: { _id: 1 } })) !== null;
    },
  };
}

export type QueryLossStore = ReturnType<typeof createQueryLossStore>;
