import { type Db } from 'mongodb';
import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { homeOf, type Layer, ownLayer } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type SearchIndex } from '../search-index';
import { type CloneTarget } from './clone-version';
import { copyRelations, documentCopies, flatSequence } from './copy-layers';
import { sealOwn } from './flatten';
import { createWriteContext, type WriteContext } from './write-context';

/** Passes over a collection that is written to meanwhile. */
const passesMax = 5;

/** The new embedding space, and the function that embeds texts. */
export interface NewVectors extends EmbeddingSpace {
  vectorsOf: NonNullable<CloneTarget['vectorsOf']>;
}

/** Outcome. `kept`: the vectors already belong to this model, or there are none. */
export type ReEmbedOutcome = 'done' | 'kept' | 'gone' | 'written_meanwhile';

/**
 * Creates the change of a collection's embedding model. It writes all content into one new namespace; then
 * one update of the collection's row swaps layers and model, so that no read mixes both. Until then the
 * collection answers as before. An interrupted change continues with the next call. Copies of the collection
 * keep their vectors.
 */
export async function reEmbed(
  { db, search }: { db: Db; search: SearchIndex },
  collectionId: string,
  target: NewVectors,
): Promise<ReEmbedOutcome> {
  const ctx = createWriteContext(db, search);
  const { model, dimensions } = target;
  for (let pass = 0; pass < passesMax; pass++) {
    const row = await ctx.collections.findById(collectionId);
    if (row === null) return 'gone';
    const { embedding } = row;
    if (embedding === null || (embedding.model === model && embedding.dimensions === dimensions))
      return 'kept';
    const begun = await begin(ctx, row, { model, dimensions });
    if (begun === null) continue;
    const copy = { ...begun.reEmbedding, collectionId, dimensions, vectorsOf: target.vectorsOf };
    for await (const after of documentCopies(ctx, copy, () => undefined)) {
      await ctx.rows.collections.updateOne(
        { _id: collectionId, 'reEmbedding.namespace': copy.namespace },
        { $set: { 'reEmbedding.after': after } },
      );
      await ctx.namespaces.claim(copy.namespace);
    }
    await copyRelations(ctx, copy, () => undefined);
    if (await swap(ctx, begun)) return 'done';
  }
  return 'written_meanwhile';
}

/**
 * Notes where it writes, or finds what an earlier call has noted. Null when the collection has changed
 * meanwhile.
 */
async function begin(
  ctx: WriteContext,
  found: CollectionRow,
  embedding: EmbeddingSpace,
): Promise<ReEmbedding | null> {
  const row = found.sequence > 0 ? await sealOwn(ctx, found) : found;
  if (row === null) return null;
  const layers = row.layers.slice(0, -1);
  const { reEmbedding: before } = row;
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  if (before !== undefined && same(before.layers, layers) && same(before.embedding, embedding))
    if (await ctx.namespaces.claim(before.namespace)) return { ...row, reEmbedding: before };
  const namespace = await namespaceFor(ctx, row, embedding);
  const reEmbedding = { namespace, layers, embedding, after: null };
  const { matchedCount } = await ctx.rows.collections.updateOne(
    { _id: row._id, layers: row.layers },
    { $set: { reEmbedding } },
  );
  return matchedCount === 1 ? { ...row, reEmbedding } : null;
}

function namespaceFor(
  ctx: WriteContext,
  row: CollectionRow,
  { dimensions }: EmbeddingSpace,
): Promise<string> {
  return ctx.namespaces.createFor(row, dimensions, homeOf(row.counts.chunks));
}

/**
 * False when the collection was written to since. Its own namespace may be made for the other
 * model: it gets another.
 */
async function swap(ctx: WriteContext, row: ReEmbedding): Promise<boolean> {
  const { _id, layers, reEmbedding } = row;
  const { namespace, embedding } = reEmbedding;
  // Queries must find all of it from the swap on.
  await ctx.refresh(namespace);
  const base: Layer = { namespace, asOf: flatSequence, graph: true };
  const own = ownLayer(await namespaceFor(ctx, row, embedding));
  const { matchedCount } = await ctx.rows.collections.updateOne(
    { _id, layers, sequence: 0, 'reEmbedding.namespace': namespace },
    {
      $set: { layers: [base, own], sequence: 0, frozenAt: 0, hidden: 0, embedding },
      $unset: { reEmbedding: '', flattening: '' },
    },
  );
  return matchedCount === 1;
}

type ReEmbedding = CollectionRow & { reEmbedding: NonNullable<CollectionRow['reEmbedding']> };
