import { type Collection, type Filter, type OptionalUnlessRequiredId, type WithoutId } from 'mongodb';
import { isDuplicateKey, lightWrite } from './mongo';

/**
 * Writes rows lightly; what is there under their ids is replaced. That hardly any is there is taken for
 * granted: inserting costs the server half of what replacing does.
 */
export async function putRows<T extends { _id: unknown }>(
  rows: Collection<T>,
  wanted: readonly T[],
): Promise<void> {
  if (wanted.length === 0) return;
  const options = { ordered: false, writeConcern: lightWrite };
  try {
    await rows.insertMany([...wanted] as unknown as OptionalUnlessRequiredId<T>[], options);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const writes = wanted.map((row) => ({
      replaceOne: {
        filter: { _id: row._id } as Filter<T>,
        replacement: row as WithoutId<T>,
        upsert: true,
      },
    }));
    await rows.bulkWrite(writes, options);
  }
}
