import { type Layer } from '../../../domain/documents/layers';
import { type DocumentRow } from '../contents/documents';
import { formerVersionTtlMs } from './show-and-hide';
import { type WriteContext } from './write-context';

/**
 * The versions that one took the place of, as long as a rollback may bring them back. Where a layer was
 * flattened they are known by the version that they were cloned from.
 *
 * @param layers of the collection that shows the version
 * @returns each at most once
 */
export async function formersOf(
  ctx: WriteContext,
  layers: readonly Layer[],
  { replaces, indexedAt }: Pick<DocumentRow, 'replaces' | 'indexedAt'>,
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
