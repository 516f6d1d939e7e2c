import { type ClientSession, type Collection, type Db } from 'mongodb';
import { idempotencyTtlMs } from '../../domain/platform/limits';
import { type CollectionIndexes } from '../mongo/collection-indexes';

/** Changes that a request with an `Idempotency-Key` has written, so that a repetition writes nothing. */
export interface KeyedWrite {
  /** Id that the key has reserved. */
  _id: string;
  /** The job that carries the changes. */
  jobId: string;
  /** Numbers of the changes, in order; null for those whose record does not exist. */
  seqs: (number | null)[];
}

interface KeyedWriteRow extends KeyedWrite {
  expiresAt: Date;
}

export const keyedWriteIndexes: CollectionIndexes = {
  collection: 'product_keyed_writes',
  indexes: [{ key: { expiresAt: 1 }, expireAfterSeconds: 0 }],
};

/** Creates the store of live writes with a key; the transaction of a write records it here. */
export function createKeyedWrites(db: Db) {
  const rows: Collection<KeyedWriteRow> = db.collection<KeyedWriteRow>(keyedWriteIndexes.collection);

  return {
    /** Earlier writes of these requests, by reserved id. */
    async find(session: ClientSession, reservedIds: readonly string[]): Promise<Map<string, KeyedWrite>> {
      if (reservedIds.length === 0) return new Map();
      const found = await rows.find({ _id: { $in: [...reservedIds] } }, { session }).toArray();
      return new Map(found.map((row) => [row._id, row]));
    },

    /** Inserts writes for the lifetime of their keys. */
    async insert(session: ClientSession, writes: readonly KeyedWrite[]): Promise<void> {
      if (writes.length === 0) return;
      const expiresAt = new Date(Date.now() + idempotencyTtlMs);
      await rows.insertMany(
        writes.map((write) => ({ ...write, expiresAt })),
        { session },
      );
    },
  };
}
