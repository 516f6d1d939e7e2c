import { evaluationIndexes } from '../../src/stores/documents/evaluations/evaluations';
import { indexJobIndexes } from '../../src/stores/documents/index-jobs/index-jobs';
import { parseJobIndexes } from '../../src/stores/documents/parse-jobs/parse-jobs';
import { type TestDatabase } from './database';

/** Ids of jobs that hold credits and places, and charges by the ids of jobs. */
export interface Holds {
  credits: string[];
  places: string[];
  charged: Record<string, number>;
}

const pollMs = 100;

/**
 * What jobs hold, once nothing that has ended is left to settle: an end shows a moment before its bill.
 *
 * @param organizationId of the jobs; those of all organizations where it is left out. Places are always those
 *   of all.
 */
export async function holdsOf({ mongo, stores }: TestDatabase, organizationId?: string): Promise<Holds> {
  const ofOrganization = organizationId === undefined ? {} : { organizationId };
  const unsettled = { ...ofOrganization, completedAt: { $ne: null }, checkAt: { $exists: true } };
  for (const { collection } of [parseJobIndexes, indexJobIndexes, evaluationIndexes])
    while ((await mongo.db.collection(collection).countDocuments(unsettled)) > 0)
      await new Promise((resolve) => setTimeout(resolve, pollMs));
  const [credits, places, ledger] = await Promise.all([
    stores.credits.listHolds(new Date(Date.now() + 60_000), 10_000),
    stores.capacity.holders('parse'),
    mongo.db.collection<{ _id: string; halfCredits: number }>('credits').find(ofOrganization).toArray(),
  ]);
  return {
    credits: credits
      .filter((hold) => organizationId === undefined || hold.organizationId === organizationId)
      .map(({ id }) => id),
    places: places.map(({ id }) => id),
    charged: Object.fromEntries(ledger.map(({ _id, halfCredits }) => [_id, halfCredits / 2])),
  };
}
