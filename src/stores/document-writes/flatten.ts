import { type Filter } from 'mongodb';
import { ID_PREFIX } from '../../domain/ids';
import {
  copiedLayers,
  inheritedLayersMax,
  type Layer,
  ownLayer,
  ownNamespace,
  tombstonesMax,
} from '../../domain/layers';
import { hasGraph } from '../chunks';
import { type CollectionRow } from '../collections';
import { type CollectionView, visibleDocuments, visibleRelations } from '../documents-visible';
import { type DocumentRow } from '../documents';
import { isDuplicateKey } from '../mongo';
import { type NamespaceStore } from '../namespaces';
import { type RelationRow } from '../relations';
import { cloneVersion, type CloneTarget } from './clone-version';
import { formersOf } from './former-versions';
import { keptRelations, shownAgain } from './kept-relations';
import { versionIdOf } from './open-version';
import { formerVersionTtlMs } from './show-and-hide';
import { type WriteContext } from './write-context';

const documentsPerBatchMax = 20;
const relationsPerBatchMax = 500;
/** The one number that a flattened namespace has. */
const flatSequence = 1;

/** How long one call may go on, and what is told after each batch. */
export interface Stint {
  untilMs: number;
  onBatch: () => void;
}

/**
 * Gives a collection that has inherited from many one base layer instead of all, so that its reads have few layers and few
 * tombstones to look through. Inherited layers never change, so that they are copied at leisure and swapped in one update;
 * what others see of them stays.
 */
export function createFlatten(ctx: WriteContext, namespaces: NamespaceStore) {
  const { collections } = ctx.rows;

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
      const copied = await copyDocuments(collection, stint);
      if (!copied) return false;
      await copyRelations(collection, stint);
      await swap(collection);
      return true;
    },
  };

  /** Notes what is to be flattened, and where to. Null when there is nothing to do, or the collection was wiped or deleted. */
  async function begin(collectionId: string): Promise<Flattening | null> {
    let row = await ctx.collections.findById(collectionId);
    if (row !== null && row.hidden > tombstonesMax && row.sequence > 0) row = await seal(row);
    const layers = row?.layers.slice(0, -1) ?? [];
    if (row === null || layers.length === 0) return null;
    const { flattening } = row;
    if (flattening !== undefined && JSON.stringify(flattening.layers) === JSON.stringify(layers)) {
      if (await namespaces.claim(flattening.namespace)) return { ...row, flattening };
    }
    const fresh = { namespace: await namespaces.create(row.organizationId), layers, after: null };
    const { matchedCount } = await collections.updateOne(unchanged(row), { $set: { flattening: fresh } });
    return matchedCount === 1 ? { ...row, flattening: fresh } : null;
  }

  /** Moves what the collection has written itself below a fresh layer of its own, so that it can be flattened too. */
  async function seal(row: CollectionRow): Promise<CollectionRow | null> {
    const layers = copiedLayers(row, true, await namespaces.create(row.organizationId));
    return collections.findOneAndUpdate(
      { ...unchanged(row), sequence: row.sequence },
      { $set: { layers, sequence: 0, frozenAt: 0 } },
      { returnDocument: 'after' },
    );
  }

  async function copyDocuments(collection: Flattening, { untilMs, onBatch }: Stint): Promise<boolean> {
    const { _id, flattening, embedding } = collection;
    const shown = visibleDocuments(await inheritedView(flattening.layers)) as Filter<DocumentRow>;
    let { after } = flattening;
    while (embedding !== null) {
      const batch = await ctx.rows.documents
        .find(after === null ? shown : { $and: [shown, { _id: { $gt: after } }] })
        .sort({ _id: 1 })
        .limit(documentsPerBatchMax)
        .toArray();
      if (batch.length === 0) return true;
      for (const document of batch) {
        const copy = (row: DocumentRow, flat: NonNullable<CloneTarget['flat']>) =>
          cloneVersion(
            ctx,
            row,
            {
              versionId: versionIdOf(flattening.namespace, row._id),
              namespace: flattening.namespace,
              ...{ sequence: 0, flat },
              dimensions: embedding.dimensions,
              graph: hasGraph(flattening, row),
            },
            onBatch,
          );
        await copyFormers(ctx, flattening, document, copy);
        await copy(document, { added: flatSequence, removed: null });
      }
      after = batch.at(-1)!._id;
      await collections.updateOne(
        { _id, 'flattening.namespace': flattening.namespace },
        { $set: { 'flattening.after': after } },
      );
      if (Date.now() > untilMs || !(await namespaces.claim(flattening.namespace))) return false;
    }
    return true;
  }

  async function copyRelations({ flattening }: Flattening, { onBatch }: Stint): Promise<void> {
    if (!flattening.layers.some(({ graph }) => graph)) return;
    const shown = visibleRelations(await inheritedView(flattening.layers)) as Filter<RelationRow>;
    for (let after: string | null = null; ;) {
      const batch: RelationRow[] = await ctx.rows.relations
        .find(after === null ? shown : { $and: [shown, { _id: { $gt: after } }] })
        .sort({ _id: 1 })
        .limit(relationsPerBatchMax)
        .toArray();
      if (batch.length === 0) return;
      await insertClones(
        ctx,
        batch.map((row) => ({
          ...shownAgain(flatRelation(flattening.namespace, row)),
          ...{ added: flatSequence, removed: null },
        })),
      );
      after = batch.at(-1)!._id;
      onBatch();
    }
  }

  async function swap(collection: Flattening): Promise<void> {
    const { flattening } = collection;
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

  function inheritedView(layers: Layer[]): Promise<CollectionView> {
    return ctx.documents.view({ layers, sequence: 0 });
  }
}

/**
 * Copies what rollbacks may bring back in place of a document, and what those took the place of, with the relations that went
 * with them: rows that no number shows.
 */
async function copyFormers(
  ctx: WriteContext,
  flattening: Flattening['flattening'],
  document: DocumentRow,
  copy: (row: DocumentRow, flat: NonNullable<CloneTarget['flat']>) => Promise<unknown>,
): Promise<void> {
  const { layers, namespace } = flattening;
  for (let newer = [document]; newer.length > 0;) {
    const older: DocumentRow[] = [];
    for (const { replaces, indexedAt, keptAs } of newer) {
      const formers = await formersOf(ctx, layers, { replaces, indexedAt }, new Date());
      const purgeAt = new Date((indexedAt?.getTime() ?? 0) + formerVersionTtlMs);
      for (const former of formers) await copy(former, { added: 0, removed: flatSequence, purgeAt });
      const documentIds = formers.map(({ documentId }) => documentId);
      const kept = await keptRelations(ctx, { layers, keptAs, documentIds });
      await insertClones(
        ctx,
        kept.map((row) => ({ ...flatRelation(namespace, row), ...{ added: 0, removed: 0 }, purgeAt })),
      );
      older.push(...formers);
    }
    newer = older;
  }
}

/** The same row clones to the same id. */
function flatRelation(namespace: string, row: RelationRow): RelationRow {
  const _id = versionIdOf(namespace, row._id).replace(ID_PREFIX.documentVersion, ID_PREFIX.relationVersion);
  return { ...row, _id, namespace };
}

async function insertClones(ctx: WriteContext, clones: readonly RelationRow[]): Promise<void> {
  if (clones.length === 0) return;
  await ctx.rows.relations.insertMany([...clones], { ordered: false }).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
}

type Flattening = CollectionRow & { flattening: NonNullable<CollectionRow['flattening']> };

/** The row, as long as the collection shows the same layers. */
const unchanged = ({ _id, layers }: CollectionRow) => ({ _id, layers });
