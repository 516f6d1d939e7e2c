import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import {
  copiedLayers,
  homeOf,
  inheritedLayersMax,
  type Layer,
  ownLayer,
  ownNamespace,
  tombstonesMax,
} from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type SharingBounds } from './growth';
import { copyRelations, documentCopies, flatSequence } from './copy-layers';
import { sharedIndexOf } from '../search-index/namespace-alias';
import { type WriteContext } from './write-context';

/** Time limit of one call, and a callback after each batch. */
export interface Stint {
  untilMs: number;
  onBatch: () => void;
}

/** Ids of collections that exceed a bound, or whose flattening has begun. */
export async function collectionsToFlatten(ctx: WriteContext, limit: number): Promise<string[]> {
  const found = await ctx.rows.collections
    .find(
      {
        $or: [
          { [`layers.${inheritedLayersMax + 1}`]: { $exists: true } },
          { hidden: { $gt: tombstonesMax } },
          { flattening: { $exists: true } },
        ],
      },
      { projection: { _id: 1 } },
    )
    .limit(limit)
    .toArray();
  return found.map(({ _id }) => _id);
}

/**
 * Continues to flatten a collection that inherits from many: one base layer replaces all inherited layers, so
 * that reads handle few layers and tombstones. Inherited layers never change, so that they are copied in the
 * background and swapped in one update. Other collections are not affected.
 *
 * @returns false when another call is needed
 */
export async function flattenCollection(
  ctx: WriteContext,
  bounds: Pick<SharingBounds, 'namespaceRowsMax'>,
  collectionId: string,
  stint: Stint,
): Promise<boolean> {
  const collection = await begin(ctx, bounds, collectionId);
  if (collection === null) return true;
  const { embedding, flattening } = collection;
  if (embedding !== null && !(await copyDocuments(ctx, collection, embedding, stint))) return false;
  await copyRelations(ctx, flattening, stint.onBatch);
  await swap(ctx, collection);
  return true;
}

/**
 * Records source and target of a flattening. Null when there is nothing to do, or the collection was wiped or
 * deleted.
 */
async function begin(
  ctx: WriteContext,
  bounds: Pick<SharingBounds, 'namespaceRowsMax'>,
  collectionId: string,
): Promise<Flattening | null> {
  let row = await ctx.collections.findById(collectionId);
  if (row !== null && row.hidden > tombstonesMax && row.sequence > 0) row = await sealOwn(ctx, row);
  const layers = row?.layers.slice(0, -1) ?? [];
  if (row === null || layers.length === 0) return null;
  const { flattening } = row;
  if (flattening !== undefined && JSON.stringify(flattening.layers) === JSON.stringify(layers)) {
    if (await ctx.namespaces.claim(flattening.namespace)) return { ...row, flattening };
  }
  const fresh = { namespace: await baseFor(ctx, bounds, row), layers, after: null };
  const { matchedCount } = await ctx.rows.collections.updateOne(unchanged(row), {
    $set: { flattening: fresh },
  });
  return matchedCount === 1 ? { ...row, flattening: fresh } : null;
}

/** Creates the base layer. A restarted move into an index of its own also ends there. */
function baseFor(
  { namespaces }: WriteContext,
  { namespaceRowsMax }: Pick<SharingBounds, 'namespaceRowsMax'>,
  row: CollectionRow,
): Promise<string> {
  const { embedding, flattening, counts, organizationId } = row;
  if (embedding === null) return namespaces.create(organizationId);
  const isMove = flattening !== undefined && sharedIndexOf(flattening.namespace) === null;
  const home = isMove ? 'own' : homeOf(counts.chunks, namespaceRowsMax);
  return namespaces.createFor(row, embedding.dimensions, home);
}

/** Copies documents; false when the time is over, or the namespace was collected. */
async function copyDocuments(
  ctx: WriteContext,
  { _id, flattening }: Flattening,
  { dimensions }: EmbeddingSpace,
  { untilMs, onBatch }: Stint,
): Promise<boolean> {
  const { namespace } = flattening;
  for await (const after of documentCopies(ctx, { ...flattening, collectionId: _id, dimensions }, onBatch)) {
    await ctx.rows.collections.updateOne(
      { _id, 'flattening.namespace': namespace },
      { $set: { 'flattening.after': after } },
    );
    if (Date.now() > untilMs || !(await ctx.namespaces.claim(namespace))) return false;
  }
  return true;
}

async function swap(ctx: WriteContext, collection: Flattening): Promise<void> {
  const { flattening } = collection;
  // Queries must find all of it from the swap on.
  await ctx.refresh(flattening.namespace);
  const base: Layer = { namespace: flattening.namespace, asOf: flatSequence, graph: true };
  const own = ownNamespace(collection);
  await ctx.rows.collections.updateOne(
    { ...unchanged(collection), 'flattening.namespace': flattening.namespace },
    {
      $set: { layers: [base, ownLayer(own)], hidden: await ctx.tombstones.count(own) },
      $unset: { flattening: '' },
    },
  );
}

type Flattening = CollectionRow & { flattening: NonNullable<CollectionRow['flattening']> };

/** Filter for the row while the collection shows the same layers. */
const unchanged = ({ _id, layers }: CollectionRow) => ({ _id, layers });

/** A new namespace for a collection to write to, in the same kind of index as its present one. */
function freshOwn(ctx: WriteContext, row: CollectionRow): Promise<string> {
  const { organizationId, embedding, counts } = row;
  if (embedding === null) return ctx.namespaces.create(organizationId);
  const isShared = sharedIndexOf(ownNamespace(row)) !== null;
  return ctx.namespaces.createFor(row, embedding.dimensions, isShared ? 'shared' : homeOf(counts.chunks));
}

/**
 * Puts a new own layer above what a collection has written itself, so that all content is inherited and no
 * longer changes. Null when the collection has changed meanwhile.
 */
export async function sealOwn(ctx: WriteContext, row: CollectionRow): Promise<CollectionRow | null> {
  const layers = copiedLayers(row, true, await freshOwn(ctx, row));
  return ctx.rows.collections.findOneAndUpdate(
    { ...unchanged(row), sequence: row.sequence },
    { $set: { layers, sequence: 0, frozenAt: 0 } },
    { returnDocument: 'after' },
  );
}
