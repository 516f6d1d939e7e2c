import { type Db } from 'mongodb';
import { isDuplicateKey, lightWrite } from './mongo';

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
  const rows = db.collection<CapacityRow>('capacity', { writeConcern: lightWrite });

  async function create(kind: string): Promise<void> {
    try {
      await rows.insertOne({ _id: kind, holders: [] });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  return {
    /** Takes a place; false when all `max` are taken. Who has one keeps it, and takes no second one. */
    async take(kind: string, holderId: string, max: number): Promise<boolean> {
      const free = { _id: kind, 'holders.id': { $ne: holderId }, [`holders.${max - 1}`]: { $exists: false } };
      const push = { $push: { holders: { id: holderId, at: new Date() } } };
      for (;;) {
        const { matchedCount } = await rows.updateOne(free, push);
        if (matchedCount === 1) return true;
        const row = await rows.findOne({ _id: kind }, { projection: { 'holders.id': 1 } });
        if (row?.holders.some(({ id }) => id === holderId)) return true;
        if (row !== null && row.holders.length >= max) return false;
        // Room again since the update, or the first place of this kind ever.
        if (row === null) await create(kind);
      }
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
