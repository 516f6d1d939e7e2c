import { type Db, type IndexDescription, MongoServerError } from 'mongodb';

/** The indexes of one collection; its store declares them. */
export interface CollectionIndexes {
  collection: string;
  indexes: IndexDescription[];
  /**
   * Compressor of the rows on disk; default the server's (snappy). It applies when the collection is created.
   */
  compressor?: 'zstd';
}

const namespaceExists = 48;

/** Creates missing collections and indexes. Several programs may call it at once. */
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

/** Waits for a command; a refusal with this code counts as success. */
async function unless(code: number, command: Promise<unknown>): Promise<void> {
  try {
    await command;
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === code)) throw error;
  }
}
