import { evaluationIndexes } from '../../src/stores/documents/evaluations/evaluations';
import { indexJobIndexes } from '../../src/stores/documents/index-jobs/index-jobs';
import { parseJobIndexes } from '../../src/stores/documents/parse-jobs/parse-jobs';
import { type TestDatabase } from './api';

/** Ids of jobs that hold credits and places, and charges by the ids of jobs. */
export interface Holds {
  credits: string[];
  places: string[];
  charged: Record<string, number>;
}

const pollMs = 100;

/**
 * What jobs of an organization hold, once nothing of it that has ended is left to settle: an end shows a
 * moment before its bill. Places are those of all organizations.
 */
export async function holdsOf({ mongo, stores }: TestDatabase, organizationId: string): Promise<Holds> {
  const unsettled = { organizationId, completedAt: { $ne: null }, checkAt: { $exists: true } };
  for (const { collection } of [parseJobIndexes, indexJobIndexes, evaluationIndexes])
    while ((await mongo.db.collection(collection).countDocuments(unsettled)) > 0)
      await new Promise((resolve) => setTimeout(resolve, pollMs));
  const [credits, places, ledger] = await Promise.all([
    stores.credits.listHolds(new Date(Date.now() + 60_000), 10_000),
    stores.capacity.holders('parse'),
    mongo.db.collection<{ _id: string; halfCredits: number }>('credits').find({ organizationId }).toArray(),
  ]);
  return {
    credits: credits.filter((hold) => hold.organizationId === organizationId).map(({ id }) => id),
    places: places.map(({ id }) => id),
    charged: Object.fromEntries(ledger.map(({ _id, halfCredits }) => [_id, halfCredits / 2])),
  };
}
