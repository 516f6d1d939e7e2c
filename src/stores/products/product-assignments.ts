import { type ClientSession, type Db } from 'mongodb';
import { type Assignment } from '../../domain/products/assignment';
import { type Tenant } from '../../domain/platform/tenancy';
import { ownedBy } from '../mongo/owned-by';
import { changeNames } from './name-changes';
import { type ProductIndexRow, type StoredAssignment } from './product-index-row';
import { productIndexIndexes } from './product-indexes';
import { type ProductWriteContext } from './write-context';

/** Throws when a copy cannot serve groups of an index. */
export type CheckCopy = (name: string, copy: ProductIndexRow | null) => void;

/**
 * Replaces the assignment of an index, with the present ids of its copies; null removes it.
 *
 * @returns false when the index is deleted
 */
export async function putAssignment(
  ctx: ProductWriteContext,
  index: ProductIndexRow,
  assignment: Assignment | null,
  check: CheckCopy,
): Promise<boolean> {
  const indexes = ctx.db.collection<ProductIndexRow>(productIndexIndexes.collection);
  return changeNames(ctx, index, async (session) => {
    const change =
      assignment === null
        ? { $unset: { assignment: 1 as const } }
        : { $set: { assignment: await stored(ctx.db, session, index, assignment, check) } };
    const { matchedCount } = await indexes.updateOne({ _id: index._id, isDeleting: false }, change, {
      session,
    });
    return matchedCount === 1;
  });
}

async function stored(
  db: Db,
  session: ClientSession,
  tenant: Tenant,
  { layers }: Assignment,
  check: CheckCopy,
): Promise<StoredAssignment> {
  const names = new Set(layers.flatMap(({ groups }) => groups.flatMap(({ index }) => index ?? [])));
  const found = await db
    .collection<ProductIndexRow>(productIndexIndexes.collection)
    .find({ ...ownedBy(tenant), name: { $in: [...names] } }, { session })
    .toArray();
  const copies = [...names].map((name) => {
    const copy = found.find((row) => row.name === name && !row.isDeleting) ?? null;
    check(name, copy);
    return { name, indexId: copy!._id };
  });
  return { text: JSON.stringify({ layers }), copies };
}
