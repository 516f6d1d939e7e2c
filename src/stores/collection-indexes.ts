import { type Db, type IndexDescription } from 'mongodb';

/** The indexes of one collection, declared beside its store. */
export interface CollectionIndexes {
  collection: string;
  indexes: IndexDescription[];
}

/** Creates what is missing; an index that is there already costs one round trip. Safe when several programs start at once. */
export async function createCollectionIndexes(
  db: Db,
  declarations: readonly CollectionIndexes[],
): Promise<void> {
  await Promise.all(
    declarations.map(async ({ collection, indexes }) => {
      if (indexes.length > 0) await db.collection(collection).createIndexes(indexes);
    }),
  );
}
