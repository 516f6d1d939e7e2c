import { type Db } from 'mongodb';
import { type CollectionIndexes } from '../../mongo/collection-indexes';

/** A document of which a version with figures was removed: once no version is left, its blobs may go. */
export interface GoneDocumentRow {
  _id: string;
  at: Date;
}

export const goneDocumentIndexes: CollectionIndexes = {
  collection: 'gone_documents',
  indexes: [{ key: { at: 1 } }],
};

/** Documents whose blobs wait to be removed. */
export function createGoneDocumentStore(db: Db) {
  const rows = db.collection<GoneDocumentRow>(goneDocumentIndexes.collection);

  return {
    /** Notes documents before the row of a version is removed, so that a crash in between loses none. */
    async note(documentIds: readonly string[]): Promise<void> {
      const at = new Date();
      const ids = [...new Set(documentIds)];
      if (ids.length === 0) return;
      await rows.bulkWrite(
        ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $set: { at } }, upsert: true } })),
        { ordered: false },
      );
    },

    /** Noted before a time, longest first. */
    notedBefore: (time: Date, limit: number): Promise<GoneDocumentRow[]> =>
      rows
        .find({ at: { $lt: time } })
        .sort({ at: 1 })
        .limit(limit)
        .toArray(),

    /** Forgets a document, unless it was noted again since. */
    async forget({ _id, at }: GoneDocumentRow): Promise<void> {
      await rows.deleteOne({ _id, at });
    },
  };
}

export type GoneDocumentStore = ReturnType<typeof createGoneDocumentStore>;
