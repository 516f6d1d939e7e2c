import { type DocumentRow } from '../contents/documents';
import { type WriteContext } from './write-context';

const chunksPerBatchMax = 500;

/**
 * Removes all rows of a version, its own row last, which leads to the rest after a crash. The caller has set
 * `purging`, so that the version cannot be restored. Blobs belong to the document, which is recorded as gone.
 *
 * @param onBatch called after each batch, for heartbeats
 */
export async function eraseVersion(
  ctx: WriteContext,
  { _id: versionId, namespace, documentId }: Pick<DocumentRow, '_id' | 'namespace' | 'documentId'>,
  onBatch: () => void = () => undefined,
): Promise<void> {
  await recordFigures(ctx, [{ _id: versionId, documentId }]);
  await eraseChunksFrom(ctx, { versionId, namespace }, 0, onBatch);
  await ctx.rows.pages.deleteMany({ versionId });
  await ctx.rows.documents.deleteOne({ _id: versionId });
}

/** Removes the chunks of a version from an index on, in both stores. */
export async function eraseChunksFrom(
  ctx: WriteContext,
  { versionId, namespace }: { versionId: string; namespace: string },
  from: number,
  onBatch: () => void = () => undefined,
): Promise<void> {
  const { chunks } = ctx.rows;
  const rest = { versionId, index: { $gte: from } };
  for (;;) {
    const found = await chunks
      .find(rest, { projection: { _id: 1 } })
      .sort({ index: 1 })
      .limit(chunksPerBatchMax)
      .toArray();
    if (found.length === 0) return;
    const ids = found.map(({ _id }) => _id);
    await ctx.search.remove(namespace, ids);
    await chunks.deleteMany({ _id: { $in: ids } });
    onBatch();
  }
}

/**
 * Records documents of versions that are about to be removed, if they show figures. Call it before any
 * removal.
 */
export async function recordFigures(
  ctx: WriteContext,
  versions: readonly Pick<DocumentRow, '_id' | 'documentId'>[],
): Promise<void> {
  const versionId = { $in: versions.map(({ _id }) => _id) };
  const shown = { 'regions.figureId': { $type: 'string' } } as const;
  // In workbooks only chunks name their pictures.
  const chunks = await ctx.rows.chunks.distinct('versionId', { versionId, $or: [shown, { type: 'figure' }] });
  const pages = await ctx.rows.pages.distinct('versionId', { versionId, ...shown });
  const having = new Set([...chunks, ...pages]);
  await ctx.goneDocuments.note(
    versions.filter(({ _id }) => having.has(_id)).map(({ documentId }) => documentId),
  );
}

/** Removes a version that was never published; another one is left. */
export async function discardVersion(ctx: WriteContext, versionId: string): Promise<void> {
  const version = await ctx.rows.documents.findOneAndUpdate(
    { _id: versionId, added: null },
    { $set: { purging: true } },
  );
  if (version !== null) await eraseVersion(ctx, version);
}
