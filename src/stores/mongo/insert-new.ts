import {
  type Collection,
  MongoBulkWriteError,
  type OptionalUnlessRequiredId,
  type WriteConcernSettings,
  type WriteError,
} from 'mongodb';
import { duplicateKeyCode } from './mongo';

/**
 * Inserts rows independently; those whose id exists stay unchanged.
 *
 * @param writeConcern default: that of the connection
 * @returns the rows that the server refused for another reason
 * @throws Error of the driver when the outcome is unknown
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
    // Without failures the rows were written, and only the acknowledgement is missing.
    if (failures.length === 0) throw error;
    return failures.filter(({ code }) => code !== duplicateKeyCode).map(({ index }) => wanted[index]!);
  }
}
