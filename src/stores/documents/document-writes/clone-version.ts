import { embeddedText } from '../../../domain/documents/context-words';
import { type ChunkRow, chunkRowId } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { isDuplicateKey } from '../../mongo/mongo';
import { indexedChunk } from '../search-index';
import { putRows } from '../../mongo/put-rows';
import { ensureIndex } from './ensure-index';
import { type WriteContext } from './write-context';

const chunksPerBatchMax = 200;
const pagesPerBatchMax = 100;

/** Differences between a clone and its source. */
export interface CloneTarget {
  versionId: string;
  namespace: string;
  /** Last sequence number of the target's collection; its next change has a higher one. */
  sequence: number;
  dimensions: number;
  /** Whether metadata of chunks is cloned. */
  graph: boolean;
  /** Embeds the texts anew; by default the vectors of the source are copied. */
  vectorsOf?: (texts: readonly string[]) => Promise<readonly Float32Array[]>;
  /**
   * Lifetime of the clone in a flattened layer, for namespaces that no collection names yet. By default the
   * clone is an unpublished version.
   */
  flat?: Pick<DocumentRow, 'added' | 'removed'> & { purgeAt?: Date };
}

/**
 * Writes an unpublished version with the content of another, vectors included. A repeated call with the same
 * id continues after a crash.
 *
 * @param onBatch called after each batch, for heartbeats
 * @throws Error when the source was removed meanwhile
 */
export async function cloneVersion(
  ctx: WriteContext,
  source: DocumentRow,
  target: CloneTarget,
  onBatch: () => void = () => undefined,
): Promise<DocumentRow> {
  const clone: DocumentRow = {
    ...source,
    _id: target.versionId,
    namespace: target.namespace,
    added: null,
    removed: null,
    floor: target.sequence + 1,
    openedAt: new Date(),
    revision: 0,
    chunkMetadataCount: target.graph ? source.chunkMetadataCount : 0,
  };
  delete clone.searchPending;
  delete clone.pendingChunks;
  delete clone.purgeAt;
  delete clone.purging;
  delete clone.flattenedFrom;
  if (target.flat === undefined) delete clone.rolledBack;
  else Object.assign(clone, target.flat, { flattenedFrom: source.flattenedFrom ?? source._id });
  // The index comes first: without room for another index, no row is left behind.
  await ensureIndex(ctx, target.namespace, target.dimensions);
  await ctx.rows.documents.insertOne(clone).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
  });
  await cloneChunks(ctx, source, clone, target, onBatch);
  await clonePages(ctx, source._id, clone._id, onBatch);
  return clone;
}

async function cloneChunks(
  ctx: WriteContext,
  source: DocumentRow,
  clone: DocumentRow,
  { graph, vectorsOf }: CloneTarget,
  onBatch: () => void,
): Promise<void> {
  let cloned = 0;
  for (let from = 0; ;) {
    const rows = await ctx.rows.chunks
      .find({ versionId: source._id, index: { $gte: from } })
      .sort({ index: 1 })
      .limit(chunksPerBatchMax)
      .toArray();
    if (rows.length === 0) break;
    const made = await vectorsOf?.(rows.map((row) => embeddedText(source, row)));
    const vectors =
      made === undefined
        ? await ctx.search.vectors(
            source.namespace,
            rows.map(({ _id }) => _id),
          )
        : new Map(rows.map(({ _id }, i) => [_id, [...made[i]!]]));
    const copies = rows.map((row): ChunkRow => ({
      ...row,
      _id: chunkRowId(clone._id, row.index),
      versionId: clone._id,
      ...(!graph && { custom: [], customUpdatedAt: null }),
    }));
    await putRows(ctx.rows.chunks, copies);
    await ctx.search.write(
      clone.namespace,
      copies.map((copy, i) => ({
        id: copy._id,
        row: indexedChunk(clone, copy, vectors.get(rows[i]!._id) ?? []),
      })),
    );
    cloned += rows.length;
    from = rows.at(-1)!.index + 1;
    onBatch();
  }
  if (cloned < source.chunkCount) throw new Error('the document was removed while it was copied');
}

async function clonePages(
  ctx: WriteContext,
  sourceId: string,
  versionId: string,
  onBatch: () => void,
): Promise<void> {
  for (let from = 0; ;) {
    const rows = await ctx.rows.pages
      .find({ versionId: sourceId, page: { $gte: from } })
      .sort({ page: 1 })
      .limit(pagesPerBatchMax)
      .toArray();
    if (rows.length === 0) return;
    await putRows(
      ctx.rows.pages,
      rows.map((row) => ({ ...row, _id: `${versionId}:${row.page}`, versionId })),
    );
    from = rows.at(-1)!.page + 1;
    onBatch();
  }
}
