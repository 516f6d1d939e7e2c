import { type Db } from 'mongodb';
import { type CapacityStore, placeStatement } from './capacity';
import { type HoldBounds, holdStatement } from './credit-statements';
import { type CreditStore, type HoldOutcome } from './credits';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import { organizationIndexes } from './organizations';

/**
 * The holds of a job before it starts, both under the job's id: a place of its kind, and credits of its
 * organization.
 */
export interface StartHolds extends HoldBounds {
  organizationId: string;
  jobId: string;
  credits: number;
  placesMax: number;
}

/** Creates the function that takes both in one round trip. Their stores release them. */
export function createStartHolds(
  db: Db,
  { capacity, credits }: { capacity: CapacityStore; credits: CreditStore },
) {
  const rows = db.collection(organizationIndexes.collection, { writeConcern: lightWrite });

  /** Whether both were taken at once; otherwise only the place may have been. */
  async function takeBoth(wanted: StartHolds): Promise<boolean> {
    const { kind, jobId, placesMax, organizationId } = wanted;
    try {
      const { matchedCount, upsertedCount } = await rows.bulkWrite([
        { updateOne: placeStatement(kind, jobId, placesMax) },
        { updateOne: holdStatement(organizationId, jobId, wanted.credits, wanted) },
      ]);
      return matchedCount + upsertedCount === 2;
    } catch (error) {
      // Both statements are one ordered command: without a free place the hold is not attempted.
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  /**
   * Takes both, or says why not; the place may then be taken, and the caller has to release it. A job that
   * has both keeps them.
   *
   * @throws as `reserve` of the credits
   */
  return async function takeStartHolds(wanted: StartHolds): Promise<HoldOutcome | 'no_place'> {
    if (await takeBoth(wanted)) return 'reserved';
    // Taken one after the other, each reports its refusal. Neither is taken twice.
    const { kind, jobId, placesMax, organizationId } = wanted;
    if (!(await capacity.take(kind, jobId, placesMax))) return 'no_place';
    return credits.reserve(organizationId, jobId, wanted.credits, wanted);
  };
}
