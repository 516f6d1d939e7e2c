import { type Db } from 'mongodb';
import { isDuplicateKey } from './mongo';

/** The places of one kind that are taken over all organizations, in one document so that one update can count them. */
interface CapacityRow {
  _id: string;
  holders: Holder[];
}

/** Who has a place, and since when. */
export interface Holder {
  id: string;
  at: Date;
}

/**
 * A bounded number of places per kind of work, exact however many processes take them. The document grows with the places
 * that are taken (about 70 bytes each), so that this is for hundreds or thousands of places, not for millions.
 */
export function createCapacityStore(db: Db) {
  const rows = db.collection<CapacityRow>('capacity');

  return {
    /** Takes a place; false when all `max` are taken. Who has one keeps it, and takes no second one. */
    async take(kind: string, holderId: string, max: number): Promise<boolean> {
      const holder = { $literal: { id: holderId, at: new Date() } };
      const holders = { $ifNull: ['$holders', []] };
      const has = { $in: [{ $literal: holderId }, { $ifNull: ['$holders.id', []] }] };
      const free = { $and: [{ $not: has }, { $lt: [{ $size: holders }, max] }] };
      const write = () =>
        rows.findOneAndUpdate(
          { _id: kind },
          [{ $set: { holders: { $cond: [free, { $concatArrays: [holders, [holder]] }, holders] } } }],
          { upsert: true, returnDocument: 'after', projection: { 'holders.id': 1 } },
        );
      const after = await write().catch((error: unknown) => {
        if (isDuplicateKey(error)) return write();
        throw error;
      });
      return after!.holders.some(({ id }) => id === holderId);
    },

    /** Gives a place back; nothing happens when it is not taken. */
    async give(kind: string, holderId: string): Promise<void> {
      await rows.updateOne({ _id: kind }, { $pull: { holders: { id: holderId } } });
    },

    /** Who has a place, longest first: for a sweep that frees what a crash left taken. */
    async holders(kind: string): Promise<Holder[]> {
      const row = await rows.findOne({ _id: kind });
      return row?.holders ?? [];
    },
  };
}

export type CapacityStore = ReturnType<typeof createCapacityStore>;
