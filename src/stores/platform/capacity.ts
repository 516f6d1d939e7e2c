import { type Collection, type Db, type Document } from 'mongodb';
import { lightWrite } from '../mongo/light-write';
import { isDuplicateKey } from '../mongo/mongo';
import { organizationIndexes } from './organizations';

/**
 * The taken places of one kind, over all organizations, in one document, so that one update can count them.
 */
export interface PlacesRow {
  _id: string;
  /** Equal to the id, since the collection requires a name. */
  name: string;
  holders: Holder[];
}

/** The holder of a place, and since when. */
export interface Holder {
  id: string;
  at: Date;
}

/**
 * Places are in the collection of organizations, next to the holds, so that one command can take both
 * (`start-holds.ts`). Their ids are not valid names of organizations.
 */
function placesCollection(db: Db): Collection<PlacesRow> {
  return db.collection<PlacesRow>(organizationIndexes.collection, { writeConcern: lightWrite });
}

const rowId = (kind: string) => `places/${kind}`;

/**
 * The statement that takes a place. It fails with a duplicate key when no place is free or the holder has
 * one; `max` is at least 1.
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
 * Creates the store of places: a bounded number per kind of work, exact across processes. The document grows
 * by about 70 bytes per taken place, so that it suits thousands of places, not millions.
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
    /** Takes a place; false when all `max` are taken. A holder of a place keeps it and gets no second one. */
    async take(kind: string, holderId: string, max: number): Promise<boolean> {
      for (;;) {
        if (await tryTake(kind, holderId, max)) return true;
        const row = await rows.findOne({ _id: rowId(kind) }, { projection: { 'holders.id': 1 } });
        if (row?.holders.some(({ id }) => id === holderId)) return true;
        // Otherwise a place has become free since the update.
        if (row !== null && row.holders.length >= max) return false;
      }
    },

    /** Releases a place, if it is taken. */
    async give(kind: string, holderId: string): Promise<void> {
      await rows.updateOne({ _id: rowId(kind) }, { $pull: { holders: { id: holderId } } });
    },

    /** Holders of places, oldest first, for the sweep that frees places after a crash. */
    async holders(kind: string): Promise<Holder[]> {
      const row = await rows.findOne({ _id: rowId(kind) });
      return row?.holders ?? [];
    },
  };
}

export type CapacityStore = ReturnType<typeof createCapacityStore>;
