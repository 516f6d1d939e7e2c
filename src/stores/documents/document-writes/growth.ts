import { ownNamespace } from '../../../domain/documents/layers';
import { sharedIndexOf } from '../search-index/namespace-alias';
import { type CollectionRow } from '../contents/collections';
import { beginMove } from './change-home';
import { type WriteContext } from './write-context';

const indexesPerBatchMax = 1_000;

/** Bounds of shared indexes. */
export interface SharingBounds {
  /** Rows of a namespace from which its collection moves into indexes of its own. */
  namespaceRowsMax: number;
  /** Rows of a shared index from which new namespaces get another one. */
  indexRowsMax: number;
}

/**
 * Begins the move of collections that have outgrown their shared index, and closes shared indexes that are
 * full. What it costs does not depend on the number of collections.
 */
export async function checkGrowth(ctx: WriteContext, bounds: SharingBounds, now: Date): Promise<void> {
  for (let after: string | null = null; ;) {
    const batch = await ctx.sharedIndexes.list(after, indexesPerBatchMax);
    const ids = batch.map(({ _id }) => _id);
    const { rows, large } = await ctx.search.measureShared(ids, bounds.namespaceRowsMax);
    for (const { _id, open } of batch)
      if (open === true && (rows.get(_id) ?? 0) >= bounds.indexRowsMax)
        await ctx.sharedIndexes.close(_id, now);
    for (const namespace of large) await moveOut(ctx, namespace);
    if (batch.length < indexesPerBatchMax) return;
    after = ids.at(-1)!;
  }
}

/**
 * Begins the move of the collection that writes to a namespace, else of the only one that shows it. Rows that
 * several have inherited stay: each would need a copy.
 */
async function moveOut(ctx: WriteContext, namespace: string): Promise<void> {
  const ofNamespace = { 'layers.namespace': namespace };
  const owner = { layers: { $elemMatch: { namespace, asOf: null } } };
  const row = (await ctx.rows.collections.findOne(owner)) ?? (await onlyOne(ctx, ofNamespace));
  if (row === null || isLeaving(row, namespace)) return;
  await beginMove(ctx, row, 'own');
}

async function onlyOne(ctx: WriteContext, filter: object): Promise<CollectionRow | null> {
  const found = await ctx.rows.collections.find(filter).limit(2).toArray();
  return found.length === 1 ? found[0]! : null;
}

/** Whether a move out of the namespace is running. */
const isLeaving = (row: CollectionRow, namespace: string): boolean =>
  row.flattening !== undefined &&
  row.flattening.layers.some((layer) => layer.namespace === namespace) &&
  sharedIndexOf(row.flattening.namespace) === null &&
  ownNamespace(row) !== namespace;
