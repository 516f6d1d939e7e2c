import { type Db, type IndexDescription, MongoServerError } from 'mongodb';

/** The indexes of one collection, declared beside its store. */
export interface CollectionIndexes {
  collection: string;
  indexes: IndexDescription[];
  /**
   * Compressor of the rows on disk; by default that of the server (snappy). It holds from the collection's
   * first row on.
   */
  compressor?: 'zstd';
}

const namespaceExists = 48;

/** Creates what is missing. Safe when several programs start at once. */
export async function createCollectionIndexes(
  db: Db,
  declarations: readonly CollectionIndexes[],
): Promise<void> {
  await Promise.all(
    declarations.map(async ({ collection, indexes, compressor }) => {
      if (compressor !== undefined) await createCompressed(db, collection, compressor);
      if (indexes.length > 0) await db.collection(collection).createIndexes(indexes);
    }),
  );
}

async function createCompressed(db: Db, collection: string, compressor: string): Promise<void> {
  const storageEngine = { wiredTiger: { configString: `block_compressor=${compressor}` } };
  await unless(namespaceExists, db.createCollection(collection, { storageEngine }));
}

/** Waits for a command; that the server refuses it with this code is as good. */
async function unless(code: number, command: Promise<unknown>): Promise<void> {
  try {
    await command;
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === code)) throw error;
  }
}
