import { type Filter } from 'mongodb';
import { type ChunkRow, chunkRowId } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { inBatches } from '../../mongo/in-batches';
import { putRows } from '../../mongo/put-rows';
import { indexedChunk } from '../search-index';
import { DocumentWriteError, type DocumentWrites, type NewChunk, type OpenVersion } from './document-writes';
import { type WriteContext } from './write-context';

/** Calls of `addChunks` that share round trips. */
const writtenAtOnceMax = 32;

/** Chunks of one version to write to both stores. */
interface ChunkWrite {
  version: OpenVersion;
  rows: readonly ChunkRow[];
  /** The same chunks with their vectors, in the same order. */
  chunks: readonly NewChunk[];
}

/**
 * Creates the writes of content. Chunks go to MongoDB first, so that the search index never has unknown rows.
 * The transaction that publishes them makes these light writes durable. Concurrent writes into one namespace
 * are combined.
 */
export function createContentWrites(ctx: WriteContext): Pick<DocumentWrites, 'addChunks' | 'addPages'> {
  const write = inBatches<ChunkWrite, undefined>(writtenAtOnceMax, (namespace, writes) =>
    writeAll(ctx, namespace, writes),
  );
  return {
    addChunks: async (version, firstIndex, chunks) => {
      if (chunks.length === 0) return;
      checkVectors(chunks, version.dimensions);
      const rows = chunks.map((chunk, i) => chunkRow(version.versionId, firstIndex + i, chunk));
      await write(version.namespace, { version, rows, chunks });
    },

    async addPages(version, pages) {
      if ((await findOpen(ctx, version)) === null) return;
      await putRows(
        ctx.rows.pages,
        pages.map((page) => ({
          ...page,
          _id: `${version.versionId}:${page.page}`,
          versionId: version.versionId,
        })),
      );
    },
  };
}

/** The row of an unpublished version; null for a published one, which never changes. */
async function findOpen(ctx: WriteContext, { versionId }: OpenVersion): Promise<DocumentRow | null> {
  const document = await ctx.rows.documents.findOne({ _id: versionId });
  if (document === null || document.purging === true) throw versionGone();
  return document.added === null ? document : null;
}

/** Writes all; the result of each is its own: a removed version fails only its writes. */
async function writeAll(
  ctx: WriteContext,
  namespace: string,
  writes: readonly ChunkWrite[],
): Promise<(undefined | Error)[]> {
  const before = await findVersions(ctx, writes);
  const open = writes.flatMap(({ version: { versionId }, rows, chunks }) => {
    const document = before.get(versionId);
    return document?.added === null ? [{ document, rows, chunks }] : [];
  });
  if (open.length > 0) {
    await putRows(
      ctx.rows.chunks,
      open.flatMap(({ rows }) => rows),
    );
    const indexed = open.flatMap(({ document, rows, chunks }) =>
      rows.map((row, i) => ({ id: row._id, row: indexedChunk(document, row, chunks[i]!.vector) })),
    );
    await ctx.search.write(namespace, indexed);
  }
  const after = await findThere(ctx, writes);
  const gone = writes.filter(({ version: { versionId } }) => !after.has(versionId));
  await removeOrphans(
    ctx,
    namespace,
    gone.flatMap(({ rows }) => rows),
  );
  return writes.map((write) => (gone.includes(write) ? versionGone() : undefined));
}

/** The rows of versions, unpublished or published; published ones never change. */
async function findVersions(
  ctx: WriteContext,
  writes: readonly ChunkWrite[],
): Promise<Map<string, DocumentRow>> {
  const found = await ctx.rows.documents.find(standing(writes)).toArray();
  return new Map(found.map((row) => [row._id, row]));
}

/** Ids of the versions that still exist. */
async function findThere(ctx: WriteContext, writes: readonly ChunkWrite[]): Promise<Set<string>> {
  const found = await ctx.rows.documents.find(standing(writes), { projection: { _id: 1 } }).toArray();
  return new Set(found.map(({ _id }) => _id));
}

const standing = (writes: readonly ChunkWrite[]): Filter<DocumentRow> => ({
  _id: { $in: writes.map(({ version: { versionId } }) => versionId) },
  purging: { $ne: true },
});

/**
 * Removes rows that were written while their version was removed: they would stay for ever, since no row
 * names them.
 */
async function removeOrphans(ctx: WriteContext, namespace: string, rows: readonly ChunkRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ _id }) => _id);
  await ctx.search.remove(namespace, ids);
  await ctx.rows.chunks.deleteMany({ _id: { $in: ids } });
}

const versionGone = () => new DocumentWriteError('version_gone', 'The version was removed.');

function chunkRow(versionId: string, index: number, chunk: NewChunk): ChunkRow {
  const { type, text, tokenCount, location, headingPath, language, origin, regions, tags, summary } = chunk;
  return {
    _id: chunkRowId(versionId, index),
    versionId,
    index,
    type,
    text,
    tokenCount,
    location,
    headingPath,
    language,
    origin,
    regions,
    tags,
    summary,
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
