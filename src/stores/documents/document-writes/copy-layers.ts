import { type Filter } from 'mongodb';
import { ID_PREFIX } from '../../../domain/platform/ids';
import { type Layer } from '../../../domain/documents/layers';
import { hasGraph } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { visibleDocuments, visibleRelations } from '../contents/documents-visible';
import { isDuplicateKey } from '../../mongo/mongo';
import { type RelationRow } from '../contents/relations';
import { cloneVersion, type CloneTarget } from './clone-version';
import { formersOf, type Replacing } from './former-versions';
import { keptRelations, shownAgain } from './kept-relations';
import { versionIdOf } from './open-version';
import { formerVersionTtlMs } from './show-and-hide';
import { type WriteContext } from './write-context';

const documentsPerBatchMax = 20;
const relationsPerBatchMax = 500;
/** Prefix of positions in the removals of jobs; it sorts after the ids of all versions. */
const removedMark = '~';
/** The only sequence number in a namespace that layers are copied into. */
export const flatSequence = 1;

type Copy = (row: DocumentRow, flat: NonNullable<CloneTarget['flat']>) => Promise<unknown>;

/** Copies the content of inherited layers into one namespace that no collection names yet. */
export interface LayerCopy {
  collectionId: string;
  layers: Layer[];
  namespace: string;
  /** Dimensions of the written vectors. */
  dimensions: number;
  /** Position of an earlier attempt; null for none. */
  after: string | null;
  /** Embeds the texts anew; by default the vectors are copied. */
  vectorsOf?: NonNullable<CloneTarget['vectorsOf']>;
}

/**
 * Copies documents in batches, with the former versions that rollbacks need. Yields after each batch the
 * position where an interrupted attempt continues. Repeated copies change nothing.
 */
export async function* documentCopies(
  ctx: WriteContext,
  source: LayerCopy,
  onBatch: () => void,
): AsyncGenerator<string, undefined> {
  const { layers, namespace, dimensions, vectorsOf } = source;
  const shown = visibleDocuments(await ctx.documents.view({ layers, sequence: 0 })) as Filter<DocumentRow>;
  const copy: Copy = (row, flat) =>
    cloneVersion(
      ctx,
      row,
      {
        versionId: versionIdOf(namespace, row._id),
        namespace,
        dimensions,
        sequence: 0,
        flat,
        graph: hasGraph({ layers }, row),
        ...(vectorsOf && { vectorsOf }),
      },
      onBatch,
    );
  if (layers.length === 0) return undefined;
  for (let { after } = source; ;) {
    const batch: DocumentRow[] = await ctx.rows.documents
      .find(after === null ? shown : { $and: [shown, { _id: { $gt: after } }] })
      .sort({ _id: 1 })
      .limit(documentsPerBatchMax)
      .toArray();
    if (batch.length === 0) break;
    for (const document of batch) {
      await copyFormers(ctx, source, document, copy);
      await copy(document, { added: flatSequence, removed: null });
    }
    after = batch.at(-1)!._id;
    yield after;
  }
  yield* removedCopies(ctx, source, copy);
  return undefined;
}

/** Copies all relations, each time: a row always gets the same new id. */
export async function copyRelations(
  ctx: WriteContext,
  { layers, namespace }: Pick<LayerCopy, 'layers' | 'namespace'>,
  onBatch: () => void,
): Promise<void> {
  if (!layers.some(({ graph }) => graph)) return;
  const shown = visibleRelations(await ctx.documents.view({ layers, sequence: 0 })) as Filter<RelationRow>;
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
        ...shownAgain(flatRelation(namespace, row)),
        added: flatSequence,
        removed: null,
      })),
    );
    after = batch.at(-1)!._id;
    onBatch();
  }
}

/**
 * Copies the former versions that rollbacks may restore in place of a document, recursively, with their
 * relations. Their rows are never visible.
 */
async function copyFormers(
  ctx: WriteContext,
  { layers, namespace }: LayerCopy,
  replacing: Replacing,
  copy: Copy,
): Promise<void> {
  for (let newer = [replacing]; newer.length > 0;) {
    const older: Replacing[] = [];
    for (const { replaces, indexedAt, keptAs } of newer) {
      const formers = await formersOf(ctx, layers, { replaces, indexedAt }, new Date());
      const purgeAt = new Date((indexedAt?.getTime() ?? 0) + formerVersionTtlMs);
      for (const former of formers) await copy(former, { added: 0, removed: flatSequence, purgeAt });
      const documentIds = formers.map(({ documentId }) => documentId);
      const kept = await keptRelations(ctx, { layers, keptAs, documentIds });
      await insertClones(
        ctx,
        kept.map((row) => ({ ...flatRelation(namespace, row), added: 0, removed: 0, purgeAt })),
      );
      older.push(...formers);
    }
    newer = older;
  }
}

/** Copies what jobs have removed, for rollbacks. Yields after each removal the position to continue from. */
async function* removedCopies(
  ctx: WriteContext,
  source: LayerCopy,
  copy: Copy,
): AsyncGenerator<string, undefined> {
  const { collectionId, after } = source;
  const removals = ctx.rows.jobRemovals
    .find({
      collectionId,
      at: { $gt: new Date(Date.now() - formerVersionTtlMs) },
      mode: 'remove',
      rollbacks: { $exists: false },
      ...(after?.startsWith(removedMark) && { _id: { $gt: after.slice(removedMark.length) } }),
    })
    .sort({ _id: 1 });
  for await (const { _id: keptAs, at: indexedAt, documents } of removals) {
    const replaces = documents.map(({ versionId }) => versionId);
    await copyFormers(ctx, source, { replaces, indexedAt, keptAs }, copy);
    yield `${removedMark}${keptAs}`;
  }
  return undefined;
}

/** The row of a relation in the flat namespace, whose id follows from the original. */
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
