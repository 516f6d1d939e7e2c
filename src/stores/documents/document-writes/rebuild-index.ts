import { type Db } from 'mongodb';
import { embeddedText } from '../../../domain/documents/context-words';
import { type DocumentRow } from '../contents/documents';
import { indexedChunk, indexedState, type SearchIndex } from '../search-index';
import { type MissingIndex, type NamedNamespace } from './missing-indexes';
import { createWriteContext, type WriteContext } from './write-context';

const chunksPerBatchMax = 200;
const versionsPerBatchMax = 200;

/** Returns the vectors of texts of a namespace, in the order of the texts. */
export type VectorsOf = (of: NamedNamespace, texts: readonly string[]) => Promise<readonly Float32Array[]>;

/** Number of chunks in a rebuilt index, and how many of them this call has written. */
export interface Rebuilt {
  chunks: number;
  written: number;
}

/**
 * Rebuilds an index that the search engine has lost. The texts come from MongoDB. The index becomes visible
 * to searches and writers when all its rows are written; changes made during the rebuild are applied after
 * that. A rebuild that was interrupted continues with the next call, which skips the rows that are written
 * already.
 */
export async function rebuildIndex(
  { db, search }: { db: Db; search: SearchIndex },
  { namespaces }: MissingIndex,
  vectorsOf: VectorsOf,
): Promise<Rebuilt> {
  const ctx = createWriteContext(db, search);
  const { namespace: first, embedding } = namespaces[0]!;
  const done = { chunks: 0, written: 0 };
  const revisions = new Map<string, number>();
  await search.beginRebuild(first, embedding.dimensions);
  for (const named of namespaces)
    for await (const version of versionsOf(ctx, named.namespace)) {
      revisions.set(version._id, version.revision);
      await rebuildVersion(ctx, named, version, vectorsOf, done);
    }
  await search.endRebuild(first);
  for (const { namespace } of namespaces) await followChanges(ctx, namespace, revisions);
  await removeGone(ctx, first, revisions);
  await search.refresh([first]);
  return done;
}

async function* versionsOf(ctx: WriteContext, namespace: string): AsyncGenerator<DocumentRow> {
  for (let after: string | null = null; ;) {
    const batch: DocumentRow[] = await ctx.rows.documents
      .find({ namespace, purging: { $ne: true }, ...(after !== null && { _id: { $gt: after } }) })
      .sort({ _id: 1 })
      .limit(versionsPerBatchMax)
      .toArray();
    yield* batch;
    if (batch.length < versionsPerBatchMax) return;
    after = batch.at(-1)!._id;
  }
}

async function rebuildVersion(
  ctx: WriteContext,
  named: NamedNamespace,
  version: DocumentRow,
  vectorsOf: VectorsOf,
  done: Rebuilt,
): Promise<void> {
  const { namespace } = named;
  for (let from = 0; ;) {
    const chunks = await ctx.rows.chunks
      .find({ versionId: version._id, index: { $gte: from } })
      .sort({ index: 1 })
      .limit(chunksPerBatchMax)
      .toArray();
    if (chunks.length === 0) return;
    const ids = chunks.map(({ _id }) => _id);
    const there = await ctx.search.rebuiltRevisions(namespace, ids);
    const due = chunks.filter(({ _id }) => (there.get(_id) ?? -1) < version.revision);
    if (due.length > 0) {
      const vectors = await vectorsOf(
        named,
        due.map((chunk) => embeddedText(version, chunk)),
      );
      const rows = due.map((chunk, i) => ({ id: chunk._id, row: indexedChunk(version, chunk, vectors[i]!) }));
      await ctx.search.writeRebuilt(namespace, rows);
    }
    done.chunks += chunks.length;
    done.written += due.length;
    from = chunks.at(-1)!.index + 1;
  }
}

/** Updates the rows of versions that changed during the rebuild, when writers did not see the index. */
async function followChanges(
  ctx: WriteContext,
  namespace: string,
  revisions: ReadonlyMap<string, number>,
): Promise<void> {
  for await (const version of versionsOf(ctx, namespace)) {
    if (revisions.get(version._id) === version.revision) continue;
    const chunks = await ctx.rows.chunks
      .find({ versionId: version._id }, { projection: { custom: 1 } })
      .toArray();
    const states = chunks.map(({ _id, custom }) => ({ id: _id, state: indexedState(version, custom) }));
    await ctx.search.update(namespace, states, false);
  }
}

/** Removes the rows of versions that were removed during the rebuild. */
async function removeGone(
  ctx: WriteContext,
  namespace: string,
  revisions: ReadonlyMap<string, number>,
): Promise<void> {
  const ids = [...revisions.keys()];
  for (let from = 0; from < ids.length; from += versionsPerBatchMax) {
    const part = ids.slice(from, from + versionsPerBatchMax);
    const kept = new Set(
      await ctx.rows.documents.distinct('_id', { _id: { $in: part }, purging: { $ne: true } }),
    );
    const gone = part.filter((id) => !kept.has(id));
    while (gone.length > 0) {
      await ctx.search.refresh([namespace]);
      const { hits } = await ctx.search.search([namespace], {
        query: { terms: { version: gone } },
        size: 1_000,
        _source: false,
      });
      if (hits.hits.length === 0) break;
      await ctx.search.remove(
        namespace,
        hits.hits.map(({ _id }) => _id!),
      );
    }
  }
}
