import { type Collection, type Db, type Document } from 'mongodb';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import { organizationIndexes } from './organizations';

/**
 * The places of one kind that are taken over all organizations, in one document so that one update can count
 * them.
 */
export interface PlacesRow {
  _id: string;
  /** The same as the id: the collection wants one. */
  name: string;
  holders: Holder[];
}

/** The holder of a place, and the time since which it has the place. */
export interface Holder {
  id: string;
  at: Date;
}

/**
 * Places lie beside the organizations, whose documents have the holds, so that one command can take both
 * (`start-holds.ts`). Their ids are no names of organizations.
 */
function placesCollection(db: Db): Collection<PlacesRow> {
  return db.collection<PlacesRow>(organizationIndexes.collection, { writeConcern: lightWrite });
}

const rowId = (kind: string) => `places/${kind}`;

/**
 * The statement that takes a place. It fails with a duplicate key where none is free, or the holder has one;
 * `max` is at least 1.
 */
export function placeStatement(
  kind: string,
  holderId: string,
  max: number,
): { filter: Document; update: Document; upsert: true } {
  const _id = rowId(kind);
  return {
    filter: { _id, 'holders.id': { $ne: holderId }, [`holders.${max - 1}`]: { $exists: false } },
    update: { $push: { holders: { id: holderId, at: new Date() } }, $setOnInsert: { name: _id } },
    upsert: true,
  };
}

/**
 * A bounded number of places per kind of work, exact however many processes take them. The document grows
 * with the places that are taken (about 70 bytes each), so that this is for hundreds or thousands of places,
 * not for millions.
 */
export function createCapacityStore(db: Db) {
  const rows = placesCollection(db);

  async function tryTake(kind: string, holderId: string, max: number): Promise<boolean> {
    const { filter, update, upsert } = placeStatement(kind, holderId, max);
    try {
      await rows.updateOne(filter, update, { upsert });
      return true;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return false;
    }
  }

  return {
    /** Takes a place; false when all `max` are taken. Who has one keeps it, and takes no second one. */
    async take(kind: string, holderId: string, max: number): Promise<boolean> {
      for (;;) {
        if (await tryTake(kind, holderId, max)) return true;
        const row = await rows.findOne({ _id: rowId(kind) }, { projection: { 'holders.id': 1 } });
        if (row?.holders.some(({ id }) => id === holderId)) return true;
        // Otherwise there is room again since the update.
        if (row !== null && row.holders.length >= max) return false;
      }
    },

    /** Gives a place back; nothing happens when it is not taken. */
    async give(kind: string, holderId: string): Promise<void> {
      await rows.updateOne({ _id: rowId(kind) }, { $pull: { holders: { id: holderId } } });
    },

    /** Holders of places, the longest first: for a sweep that frees what a crash left taken. */
    async holders(kind: string): Promise<Holder[]> {
      const row = await rows.findOne({ _id: rowId(kind) });
      return row?.holders ?? [];
    },
  };
}

export type CapacityStore = ReturnType<typeof createCapacityStore>;
