import { Binary, type Db } from 'mongodb';
import { type Tenant } from '../../../domain/platform/tenancy';
import { type CollectionIndexes } from '../../mongo/collection-indexes';
import { insertNew } from '../../mongo/insert-new';
import { lightWrite } from '../../mongo/light-write';
import { ownedBy } from '../../mongo/owned-by';

/** Request and answer of a query. The history decides about their form. */
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
  // Bodies are nearly all that the history weighs, and seldom read again.
  compressor: 'zstd',
};

/** Bodies of queries. A row that names one is written after it with majority, and makes it durable. */
export function createQueryBodyStore(db: Db) {
  const rows = db.collection<QueryBodyRow>(queryBodyIndexes.collection, { writeConcern: lightWrite });

  return {
    /**
     * Writes bodies. Those that are there already stay as they are. @returns ids of those that could not be
     * written
     */
    async insert(wanted: readonly (Omit<QueryBodyRow, 'data'> & { data: Uint8Array })[]): Promise<string[]> {
      const refused = await insertNew(
        rows,
        wanted.map((row) => ({ ...row, data: new Binary(row.data) })),
      );
      return refused.map(({ _id }) => _id);
    },

    /** A tenant's bodies by id; what is not there is not in the answer. */
    async read(tenant: Tenant, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
      if (ids.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...ids] }, ...ownedBy(tenant) }).toArray();
      return new Map(found.map(({ _id, data }) => [_id, data.value()]));
    },

    /**
     * Removes bodies of queries before a time, the oldest first. @returns how many there were, at most `max`
     */
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
