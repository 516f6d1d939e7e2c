import {
  type Collection,
  type Filter,
  type OptionalUnlessRequiredId,
  type WithoutId,
  type WriteConcernSettings,
} from 'mongodb';
import { beforeItsName } from './members';
import { isDuplicateKey } from './mongo';

/**
 * Writes rows that count only after a later write that names them, replacing existing ones. It tries inserts
 * first, which cost half of replacements, since existing rows are rare.
 *
 * @param writeConcern default: the one for rows that must exist when they are named
 */
export async function putRows<T extends { _id: unknown }>(
  rows: Collection<T>,
  wanted: readonly T[],
  writeConcern: WriteConcernSettings = beforeItsName(rows),
): Promise<void> {
  if (wanted.length === 0) return;
  const options = { ordered: false, writeConcern };
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
