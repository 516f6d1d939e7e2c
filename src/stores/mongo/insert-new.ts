import {
  type Collection,
  MongoBulkWriteError,
  type OptionalUnlessRequiredId,
  type WriteConcernSettings,
  type WriteError,
} from 'mongodb';
import { duplicateKeyCode } from './mongo';

/**
 * Inserts rows, each for itself; those whose id is taken stay as they are.
 *
 * @param writeConcern default that of the connection
 * @returns the rows that the server refused for another reason
 * @throws Error of the driver when nothing is known of how it went
 */
export async function insertNew<T extends { _id: string }>(
  rows: Collection<T>,
  wanted: readonly T[],
  writeConcern?: WriteConcernSettings,
): Promise<T[]> {
  if (wanted.length === 0) return [];
  try {
    const options = { ordered: false, ...(writeConcern === undefined ? {} : { writeConcern }) };
    await rows.insertMany(wanted as unknown as OptionalUnlessRequiredId<T>[], options);
    return [];
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error;
    const failures: readonly WriteError[] = [error.writeErrors].flat();
    // Without one the rows were written, and what failed is their acknowledgement.
    if (failures.length === 0) throw error;
    return failures.filter(({ code }) => code !== duplicateKeyCode).map(({ index }) => wanted[index]!);
  }
}
