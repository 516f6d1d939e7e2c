import { type Layer } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow } from '../contents/documents';
import { formerVersionTtlMs } from './show-and-hide';
import { type WriteContext } from './write-context';

/**
 * The versions that another one replaced, while a rollback may restore them. In a flattened layer they are
 * found by the originals of their clones.
 *
 * @param layers layers of the collection that shows the version
 * @returns each at most once
 */
export async function formersOf(
  ctx: WriteContext,
  layers: readonly Layer[],
  { replaces, indexedAt }: Pick<Replacing, 'replaces' | 'indexedAt'>,
  now: Date,
): Promise<DocumentRow[]> {
  const isKept = indexedAt !== null && now.getTime() - indexedAt.getTime() < formerVersionTtlMs;
  if (!isKept || replaces.length === 0) return [];
  const found = await ctx.rows.documents
    .find({
      namespace: { $in: layers.map(({ namespace }) => namespace) },
      $or: [{ _id: { $in: replaces } }, { flattenedFrom: { $in: replaces } }],
      added: { $ne: null },
      purging: { $ne: true },
    })
    .toArray();
  return replaces.flatMap(
    (id) =>
      found.find(({ _id }) => _id === id) ?? found.find(({ flattenedFrom }) => flattenedFrom === id) ?? [],
  );
}

/** The fields that say what a version, or a removal, has replaced. */
export type Replacing = Pick<DocumentRow, 'replaces' | 'indexedAt' | 'keptAs'>;

/** A version that a rollback restores, and what replaced it. */
export interface Restorable {
  former: DocumentRow;
  replacedBy: Replacing;
}

/**
 * The versions to restore when a version is rolled back. A former version that was itself rolled back in this
 * collection is not restored; those that it had replaced are.
 *
 * @returns `lost`: whether a replaced version is no longer kept
 */
export async function restorableOf(
  ctx: WriteContext,
  { _id: collectionId, layers }: Pick<CollectionRow, '_id' | 'layers'>,
  version: Replacing,
  now: Date,
): Promise<{ restorable: Restorable[]; lost: boolean }> {
  const found = new Map<string, Restorable>();
  let lost = false;
  for (let newer: Replacing[] = [version]; newer.length > 0;) {
    const rolledBack: DocumentRow[] = [];
    for (const replacedBy of newer) {
      const formers = await formersOf(ctx, layers, replacedBy, now);
      if (formers.length < replacedBy.replaces.length) lost = true;
      for (const former of formers) {
        if (isRolledBack(former, collectionId)) rolledBack.push(former);
        else found.set(former._id, { former, replacedBy });
      }
    }
    newer = rolledBack;
  }
  return { restorable: [...found.values()], lost };
}

const isRolledBack = ({ rolledBack = [] }: DocumentRow, collectionId: string): boolean =>
  rolledBack.some((mark) => mark.collectionId === collectionId);
