import { type Collection, type Db, type IndexDescription, MongoServerError } from 'mongodb';

/** The indexes of one collection, declared beside its store. */
export interface CollectionIndexes {
  collection: string;
  indexes: IndexDescription[];
  /** Names of indexes that former releases have created and nothing reads any more. */
  obsolete?: string[];
  /**
   * Compressor of the rows on disk; by default that of the server (snappy). It holds from the collection's
   * first row on.
   */
  compressor?: 'zstd';
}

const namespaceExists = 48;
const indexNotFound = 27;

/**
 * Creates what is missing, and removes what is obsolete; indexes that are there already cost one round trip.
 * Safe when several programs start at once, also of a former release.
 */
export async function createCollectionIndexes(
  db: Db,
  declarations: readonly CollectionIndexes[],
): Promise<void> {
  await Promise.all(
    declarations.map(async ({ collection, indexes, obsolete = [], compressor }) => {
      if (compressor !== undefined) await createCompressed(db, collection, compressor);
      if (indexes.length > 0) await db.collection(collection).createIndexes(indexes);
      if (obsolete.length > 0) await dropObsolete(db.collection(collection), obsolete);
    }),
  );
}

async function createCompressed(db: Db, collection: string, compressor: string): Promise<void> {
  const storageEngine = { wiredTiger: { configString: `block_compressor=${compressor}` } };
  await unless(namespaceExists, db.createCollection(collection, { storageEngine }));
}

/** Looks first, as a command that drops nothing locks the collection as well. */
async function dropObsolete(collection: Collection, obsolete: readonly string[]): Promise<void> {
  const present = await collection.indexInformation();
  for (const name of obsolete) if (name in present) await unless(indexNotFound, collection.dropIndex(name));
}

/** Waits for a command; that the server refuses it with this code is as good. */
async function unless(code: number, command: Promise<unknown>): Promise<void> {
  try {
    await command;
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === code)) throw error;
  }
}
