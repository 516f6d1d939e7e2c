import { copiedLayers, type NamespaceHome, ownLayer } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type WriteContext } from './write-context';

/**
 * Begins to move the content of a collection into indexes of another kind. One update adds a new own layer
 * there, above the content that the collection has written itself, and records a flattening of all inherited
 * layers into one base layer there. New documents then go to the right place, and the flattening moves the
 * others later.
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
  // An own layer without visible rows is dropped, together with unpublished versions in it.
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
