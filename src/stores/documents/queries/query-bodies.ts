import { Binary, type Db } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { insertNew } from '../../mongo/insert-new';
import { lightWrite } from '../../mongo/light-write';
import { ownedBy } from '../../mongo/owned-by';

/** Request and answer of a query, in the format of the history. */
export interface QueryBodyRow extends Tenant {
  /** The query's id. */
  _id: string;
  data: Binary;
  /** The query's time. */
  createdAt: Date;
}

export const queryBodyIndexes: CollectionIndexes = {
  collection: 'query_bodies',
  indexes: [{ key: { createdAt: 1 } }],
  // Bodies are nearly all of the history's size, and are rarely read.
  compressor: 'zstd',
};

/**
 * Creates the store of bodies. The row of the query is written after its body, with majority, and makes it
 * durable.
 */
export function createQueryBodyStore(db: Db) {
  const rows = db.collection<QueryBodyRow>(queryBodyIndexes.collection, { writeConcern: lightWrite });

  return {
    /** Writes bodies; existing ones stay unchanged. @returns ids of those that could not be written */
    async insert(wanted: readonly (Omit<QueryBodyRow, 'data'> & { data: Uint8Array })[]): Promise<string[]> {
      const refused = await insertNew(
        rows,
        wanted.map((row) => ({ ...row, data: new Binary(row.data) })),
      );
      return refused.map(({ _id }) => _id);
    },

    /** A tenant's bodies by id; missing ones are left out. */
    async read(tenant: Tenant, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
      if (ids.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...ids] }, ...ownedBy(tenant) }).toArray();
      return new Map(found.map(({ _id, data }) => [_id, data.value()]));
    },

    /** Removes bodies of queries before a time, oldest first. @returns their number, at most `max` */
    async removeBefore(before: Date, max: number): Promise<number> {
      const due = await rows
        .find({ createdAt: { $lte: before } }, { projection: { _id: 1 } })
        .sort({ createdAt: 1 })
        .limit(max)
        .toArray();
      if (due.length > 0) await rows.deleteMany({ _id: { $in: due.map(({ _id }) => _id) } });
      return due.length;
    },
  };
}
