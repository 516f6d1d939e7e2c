import { copiedLayers, type NamespaceHome, ownLayer } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type WriteContext } from './write-context';

/**
 * Begins to move all that a collection shows into indexes of another kind: seals what it has written itself
 * below a fresh own layer there, and notes a flattening of all the rest into one base layer there. Both are one
 * update; from then on new documents go where they belong, and the flattening swaps the others in later.
 *
 * @returns false when the collection has changed meanwhile, or was never written to
 */
export async function beginMove(
  ctx: WriteContext,
  row: CollectionRow,
  home: NamespaceHome,
): Promise<boolean> {
  const { _id, embedding, layers, sequence } = row;
  if (embedding === null) return false;
  const own = await ctx.namespaces.createFor(row, embedding.dimensions, home);
  // A layer of its own that shows nothing yet is left, with what is being written there.
  const moved = sequence > 0 ? copiedLayers(row, true, own) : [...layers.slice(0, -1), ownLayer(own)];
  const inherited = moved.slice(0, -1);
  const fresh = { layers: moved, sequence: 0, frozenAt: 0 };
  const change =
    inherited.length === 0
      ? { $set: fresh, $unset: { flattening: '' as const } }
      : {
          $set: {
            ...fresh,
            flattening: {
              namespace: await ctx.namespaces.createFor(row, embedding.dimensions, home),
              layers: inherited,
              after: null,
            },
          },
        };
  const { matchedCount } = await ctx.rows.collections.updateOne({ _id, layers, sequence }, change);
  return matchedCount === 1;
}
