import { type ClientSession, type Db } from 'mongodb';
import { type Assignment } from '../../domain/products/assignment';
import { type Tenant } from '../../domain/platform/tenancy';
import { ownedBy } from '../mongo/owned-by';
import { createNameChanges } from './name-changes';
import { type ProductIndexRow, productIndexIndexes, type StoredAssignment } from './product-indexes';

/** Throws when a copy cannot serve groups of an index. */
export type CheckCopy = (name: string, copy: ProductIndexRow | null) => void;

/** Creates the store of assignments, which are part of the rows of indexes. */
export function createAssignmentStore(db: Db) {
  const indexes = db.collection<ProductIndexRow>(productIndexIndexes.collection);
  const changeNames = createNameChanges(db);

  async function stored(
    session: ClientSession,
    tenant: Tenant,
    { layers }: Assignment,
    check: CheckCopy,
  ): Promise<StoredAssignment> {
    const names = new Set(layers.flatMap(({ groups }) => groups.flatMap(({ index }) => index ?? [])));
    const found = await indexes
      .find({ ...ownedBy(tenant), name: { $in: [...names] } }, { session })
      .toArray();
    const copies = [...names].map((name) => {
      const copy = found.find((row) => row.name === name && !row.isDeleting) ?? null;
      check(name, copy);
      return { name, indexId: copy!._id };
    });
    return { text: JSON.stringify({ layers }), copies };
  }

  return {
    /**
     * Replaces the assignment of an index, with the present ids of its copies; null removes it.
     *
     * @returns false when the index is deleted
     */
    async put(index: ProductIndexRow, assignment: Assignment | null, check: CheckCopy): Promise<boolean> {
      return changeNames(index, async (session) => {
        const change =
          assignment === null
            ? { $unset: { assignment: 1 as const } }
            : { $set: { assignment: await stored(session, index, assignment, check) } };
        const { matchedCount } = await indexes.updateOne({ _id: index._id, isDeleting: false }, change, {
          session,
        });
        return matchedCount === 1;
      });
    },
  };
}
