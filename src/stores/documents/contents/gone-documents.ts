import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';

/** A document that has lost a version with figures. When it has no versions left, its blobs are removed. */
export interface GoneDocumentRow {
  _id: string;
  at: Date;
}

export const goneDocumentIndexes: CollectionIndexes = {
  collection: 'gone_documents',
  indexes: [{ key: { at: 1 } }],
};

/** Creates the store of documents whose blobs may have to be removed. */
export function createGoneDocumentStore(db: Db) {
  const rows = db.collection<GoneDocumentRow>(goneDocumentIndexes.collection);

  return {
    /** Records documents before the row of a version is removed, so that a crash in between loses none. */
    async note(documentIds: readonly string[]): Promise<void> {
      const at = new Date();
      const ids = [...new Set(documentIds)];
      if (ids.length === 0) return;
      await rows.bulkWrite(
        ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { at } }, upsert: true } })),
        { ordered: false },
      );
    },

    /** Documents recorded before a time, oldest first. */
    notedBefore: (time: Date, limit: number): Promise<GoneDocumentRow[]> =>
      rows
        .find({ at: { $lt: time } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),

    /** Deletes the row of a document, unless it was recorded again meanwhile. */
    async forget({ _id, at }: GoneDocumentRow): Promise<void> {
      await rows.deleteOne({ _id, at });
    },
  };
}

export type GoneDocumentStore = ReturnType<typeof createGoneDocumentStore>;
