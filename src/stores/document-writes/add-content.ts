import { type ChunkRow, chunkRowId } from '../chunks';
import { type DocumentRow } from '../documents';
import { lightWrite } from '../mongo';
import { type PageRow } from '../pages';
import { indexedChunk } from '../search-index';
import { DocumentWriteError, type DocumentWrites, type NewChunk, type OpenVersion } from './document-writes';
import { type WriteContext } from './write-context';

/**
 * What a version holds. Chunks go to MongoDB first, so that everything in the search index is known there; the light writes
 * are made durable by the transaction that publishes them.
 */
export function createContentWrites(ctx: WriteContext): Pick<DocumentWrites, 'addChunks' | 'addPages'> {
  return {
    async addChunks(version, firstIndex, chunks) {
      if (chunks.length === 0) return;
      const document = await findOpen(ctx, version);
      if (document === null) return;
      checkVectors(chunks, version.dimensions);
      const rows = chunks.map((chunk, i) => chunkRow(version.versionId, firstIndex + i, chunk));
      await putChunkRows(ctx, rows);
      await ctx.search.write(
        version.namespace,
        rows.map((row, i) => ({ id: row._id, row: indexedChunk(document, row, chunks[i]!.vector) })),
      );
      await takeBackIfGone(ctx, version, rows);
    },

    async addPages(version, pages) {
      if ((await findOpen(ctx, version)) === null) return;
      await putPageRows(
        ctx,
        pages.map((page) => ({
          ...page,
          _id: `${version.versionId}:${page.page}`,
          versionId: version.versionId,
        })),
      );
    },
  };
}

/** The row of a version that may be written to; null when it is published, and so never changes again. */
async function findOpen(ctx: WriteContext, { versionId }: OpenVersion): Promise<DocumentRow | null> {
  const document = await ctx.rows.documents.findOne({ _id: versionId });
  if (document === null || document.purging === true)
    throw new DocumentWriteError('version_gone', 'The version was removed.');
  return document.added === null ? document : null;
}

/** Rows that were written while their version was being removed would be left for ever: nothing names them. */
async function takeBackIfGone(
  ctx: WriteContext,
  { versionId, namespace }: OpenVersion,
  rows: readonly ChunkRow[],
): Promise<void> {
  const there = { _id: versionId, purging: { $ne: true } } as const;
  if ((await ctx.rows.documents.findOne(there, { projection: { _id: 1 } })) !== null) return;
  const ids = rows.map(({ _id }) => _id);
  await ctx.search.remove(namespace, ids);
  await ctx.rows.chunks.deleteMany({ _id: { $in: ids } });
  throw new DocumentWriteError('version_gone', 'The version was removed.');
}

/** Writes chunk rows; what is there under their ids is replaced. */
export async function putChunkRows(ctx: WriteContext, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.rows.chunks.bulkWrite(
    rows.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
    { ordered: false, writeConcern: lightWrite },
  );
}

/** Writes page rows; what is there under their ids is replaced. */
export async function putPageRows(ctx: WriteContext, rows: readonly PageRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.rows.pages.bulkWrite(
    rows.map(({ _id, ...replacement }) => ({ replaceOne: { filter: { _id }, replacement, upsert: true } })),
    { ordered: false, writeConcern: lightWrite },
  );
}

function chunkRow(versionId: string, index: number, chunk: NewChunk): ChunkRow {
  const { type, text, tokenCount, location, headingPath, language, origin, regions, tags, summary } = chunk;
  return {
    ...{ _id: chunkRowId(versionId, index), versionId, index },
    ...{ type, text, tokenCount, location, headingPath, language, origin, regions, tags, summary },
    custom: [],
    customUpdatedAt: null,
  };
}

function checkVectors(chunks: readonly NewChunk[], dimensions: number): void {
  const wrong = chunks.find(({ vector }) => vector.length !== dimensions);
  if (wrong !== undefined)
    throw new DocumentWriteError(
      'embedding_mismatch',
      `A vector has ${wrong.vector.length} dimensions, the collection ${dimensions}.`,
    );
}
