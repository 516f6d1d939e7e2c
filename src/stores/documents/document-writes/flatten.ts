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
import { sharedIndexOf } from '../../elastic/index-alias';
import { type WriteContext } from './write-context';

/** How long one call may continue, and what is told after each batch. */
export interface Stint {
  untilMs: number;
  onBatch: () => void;
}

/**
 * Gives a collection that has inherited from many one base layer instead of all, so that its reads have few
 * layers and few tombstones to look through. Inherited layers never change, so that they are copied at
 * leisure and swapped in one update; what others see of them stays.
 */
export function createFlatten(
  ctx: WriteContext,
  { namespaceRowsMax }: Pick<SharingBounds, 'namespaceRowsMax'>,
) {
  const { collections } = ctx.rows;
  const { namespaces } = ctx;

  return {
    /** Ids of collections that are worth it. */
    async due(limit: number): Promise<string[]> {
      const found = await collections
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
    },

    /** Works on one collection; false when it is not finished and has to be called again. */
    async flatten(collectionId: string, stint: Stint): Promise<boolean> {
      const collection = await begin(collectionId);
      if (collection === null) return true;
      if (collection.embedding !== null && !(await copyDocuments(collection, collection.embedding, stint)))
        return false;
      await copyRelations(ctx, collection.flattening, stint.onBatch);
      await swap(collection);
      return true;
    },
  };

  /**
   * Notes what is to be flattened, and where to. Null when there is nothing to do, or the collection was
   * wiped or deleted.
   */
  async function begin(collectionId: string): Promise<Flattening | null> {
    let row = await ctx.collections.findById(collectionId);
    if (row !== null && row.hidden > tombstonesMax && row.sequence > 0) row = await sealOwn(ctx, row);
    const layers = row?.layers.slice(0, -1) ?? [];
    if (row === null || layers.length === 0) return null;
    const { flattening } = row;
    if (flattening !== undefined && JSON.stringify(flattening.layers) === JSON.stringify(layers)) {
      if (await namespaces.claim(flattening.namespace)) return { ...row, flattening };
    }
    const fresh = { namespace: await baseFor(row), layers, after: null };
    const { matchedCount } = await collections.updateOne(unchanged(row), { $set: { flattening: fresh } });
    return matchedCount === 1 ? { ...row, flattening: fresh } : null;
  }

  /** A move into an index of its own that has to begin anew ends there too. */
  function baseFor(row: CollectionRow): Promise<string> {
    const { embedding, flattening, counts, organizationId } = row;
    if (embedding === null) return namespaces.create(organizationId);
    const isMove = flattening !== undefined && sharedIndexOf(flattening.namespace) === null;
    const home = isMove ? 'own' : homeOf(counts.chunks, namespaceRowsMax);
    return namespaces.createFor(row, embedding.dimensions, home);
  }

  /** False when there is no time left, or the namespace was taken away. */
  async function copyDocuments(
    { _id, flattening }: Flattening,
    { dimensions }: EmbeddingSpace,
    { untilMs, onBatch }: Stint,
  ): Promise<boolean> {
    const { namespace } = flattening;
    for await (const after of documentCopies(
      ctx,
      { ...flattening, collectionId: _id, dimensions },
      onBatch,
    )) {
      await collections.updateOne(
        { _id, 'flattening.namespace': namespace },
        { $set: { 'flattening.after': after } },
      );
      if (Date.now() > untilMs || !(await namespaces.claim(namespace))) return false;
    }
    return true;
  }

  async function swap(collection: Flattening): Promise<void> {
    const { flattening } = collection;
    // Queries must find all of it from the swap on.
    await ctx.refresh(flattening.namespace);
    const base: Layer = { namespace: flattening.namespace, asOf: flatSequence, graph: true };
    const own = ownNamespace(collection);
    await collections.updateOne(
      { ...unchanged(collection), 'flattening.namespace': flattening.namespace },
      {
        $set: { layers: [base, ownLayer(own)], hidden: await ctx.tombstones.count(own) },
        $unset: { flattening: '' },
      },
    );
  }
}

type Flattening = CollectionRow & { flattening: NonNullable<CollectionRow['flattening']> };

/** The row, as long as the collection shows the same layers. */
const unchanged = ({ _id, layers }: CollectionRow) => ({ _id, layers });

/** A fresh namespace for a collection to write to, in the same kind of index as the one that it has. */
function freshOwn(ctx: WriteContext, row: CollectionRow): Promise<string> {
  const { organizationId, embedding, counts } = row;
  if (embedding === null) return ctx.namespaces.create(organizationId);
  const isShared = sharedIndexOf(ownNamespace(row)) !== null;
  return ctx.namespaces.createFor(row, embedding.dimensions, isShared ? 'shared' : homeOf(counts.chunks));
}

/**
 * Moves what a collection has written itself below a fresh layer of its own, so that all of it is inherited
 * and changes no more. Null when the collection has changed meanwhile.
 */
export async function sealOwn(ctx: WriteContext, row: CollectionRow): Promise<CollectionRow | null> {
  const layers = copiedLayers(row, true, await freshOwn(ctx, row));
  return ctx.rows.collections.findOneAndUpdate(
    { ...unchanged(row), sequence: row.sequence },
    { $set: { layers, sequence: 0, frozenAt: 0 } },
    { returnDocument: 'after' },
  );
}
