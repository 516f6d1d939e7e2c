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
 * Writes rows that count only once a later write names them; what is there under their ids is replaced. That
 * hardly any is there is taken for granted: inserting costs the server half of what replacing does.
 *
 * @param writeConcern default for rows that must be there when their name is
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
