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

export interface StartHoldsDeps {
  db: Db;
  capacity: CapacityStore;
  credits: CreditStore;
}

/**
 * Takes both in one round trip, or says why not; the place may then be taken, and the caller has to release
 * it. A job that has both keeps them. The stores of capacity and credits release them.
 *
 * @throws as `reserve` of the credits
 */
export async function takeStartHolds(
  deps: StartHoldsDeps,
  wanted: StartHolds,
): Promise<HoldOutcome | 'no_place'> {
  if (await takeBoth(deps, wanted)) return 'reserved';
  // Taken one after the other, each reports its refusal. Neither is taken twice.
  const { kind, jobId, placesMax, organizationId } = wanted;
  if (!(await deps.capacity.take(kind, jobId, placesMax))) return 'no_place';
  return deps.credits.reserve(organizationId, jobId, wanted.credits, wanted);
}

/** Whether both were taken at once; otherwise only the place may have been. */
async function takeBoth({ db }: StartHoldsDeps, wanted: StartHolds): Promise<boolean> {
  const rows = db.collection(organizationIndexes.collection, { writeConcern: lightWrite });
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
