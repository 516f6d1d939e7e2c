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

/**
 * Creates what is missing; an index that is there already costs one round trip. Safe when several programs
 * start at once.
 */
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
  try {
    await db.createCollection(collection, { storageEngine });
  } catch (error) {
    if (!(error instanceof MongoServerError && error.code === namespaceExists)) throw error;
  }
}
