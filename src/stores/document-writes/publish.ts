import { type DocumentRow, type DocumentTail } from '../documents';
import { changeCollection, type CollectionChange, viewAfter } from './collection-change';
import {
  DocumentWriteError,
  type DocumentWrites,
  type OpenVersion,
  type PublishOutcome,
} from './document-writes';
import { eraseChunksFrom, eraseVersion } from './erase';
import { inBatches } from './in-batches';
import { formerVersionTtlMs, hideDocument, hideRelationsOf, noteTargets, showVersion } from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Versions that become visible with one transaction. */
const publishedAtOnceMax = 32;

interface Request {
  version: OpenVersion;
  tail: DocumentTail;
  overwrite: boolean;
}

/** An outcome, and the versions that the search index has to be told of. */
interface Shown {
  outcome: PublishOutcome;
  stale: string[];
}

/** The end of every version: visible at once and whole, or never. */
export function createPublish(
  ctx: WriteContext,
  syncSearch: SyncSearch,
): Pick<DocumentWrites, 'publish' | 'discard'> {
  const showOf = inBatches<Request, Shown>(publishedAtOnceMax, (collectionId, requests) =>
    showAll(ctx, collectionId, requests),
  );

  return {
    async publish(version, tail, { overwrite }) {
      const before = await fitChunks(ctx, version, tail);
      if (before !== null) return before;
      const { outcome, stale } = await showOf(version.collectionId, { version, tail, overwrite });
      if (stale.length > 0)
        await syncSearch(
          stale.map((versionId) => ({ versionId, onlyPending: true })),
          false,
        );
      return outcome;
    },

    async discard(versionId) {
      const version = await ctx.rows.documents.findOneAndUpdate(
        { _id: versionId, added: null },
        { $set: { purging: true } },
      );
      if (version !== null) await eraseVersion(ctx, version);
    },
  };
}

/** Answers when there is nothing to publish any more; else makes sure that exactly the chunks that count are stored. */
async function fitChunks(
  ctx: WriteContext,
  version: OpenVersion,
  { chunkCount }: DocumentTail,
): Promise<PublishOutcome | null> {
  const { versionId } = version;
  const row = await ctx.rows.documents.findOne({ _id: versionId });
  if (row !== null && row.added !== null) return { state: 'published', replaced: row.replaces };
  const count = () => ctx.rows.chunks.countDocuments({ versionId });
  let stored = await count();
  if (stored > chunkCount) {
    await eraseChunksFrom(ctx, version, chunkCount);
    stored = await count();
  }
  if (stored !== chunkCount)
    throw new DocumentWriteError('chunks_missing', `${stored} of ${chunkCount} chunks are stored.`);
  return null;
}

async function showAll(
  ctx: WriteContext,
  collectionId: string,
  requests: readonly Request[],
): Promise<(Shown | Error)[]> {
  const results = await changeCollection(ctx, collectionId, async (change) => {
    const shown: (Shown | Error)[] = [];
    for (const request of requests) {
      // Each sees what those before it have written.
      if (change.written) change.view = await viewAfter(ctx, change);
      try {
        shown.push(await show(ctx, change, request));
      } catch (error) {
        if (!(error instanceof DocumentWriteError)) throw error;
        shown.push(error);
      }
    }
    return shown;
  });
  return results ?? requests.map(() => ({ outcome: { state: 'collection_gone' }, stale: [] }));
}

/** Throws before it writes anything, or writes everything. */
async function show(
  ctx: WriteContext,
  change: CollectionChange,
  { version: { versionId, namespace, documentId }, tail, overwrite }: Request,
): Promise<Shown> {
  const { session, view, now } = change;
  if (namespace !== change.own) return { outcome: { state: 'namespace_changed' }, stale: [] };
  const version = await ctx.rows.documents.findOne({ _id: versionId }, { session });
  if (version === null || version.purging === true)
    throw new DocumentWriteError('version_gone', 'The version was removed.');
  if (version.added !== null)
    return { outcome: { state: 'published', replaced: version.replaces }, stale: [] };

  const holders = await ctx.documents.findAll(
    view,
    { $or: [{ identity: version.identity }, { documentId }] },
    session,
  );
  const [taken] = holders;
  if (taken !== undefined && !overwrite)
    return { outcome: { state: 'identity_taken', by: taken }, stale: [] };
  for (const holder of holders) await hideRelationsOf(ctx, change, holder.documentId, formerVersionTtlMs);
  for (const holder of holders) await hideDocument(ctx, change, holder, formerVersionTtlMs);
  const former = holders.find((holder) => holder.documentId === documentId);
  const replaced = holders.map(({ _id }) => _id);
  const isLate = await showVersion(ctx, change, version, {
    ...tail,
    replaces: replaced,
    indexedAt: now,
    ...(former && { createdAt: former.createdAt }),
  });
  await noteTargets(ctx, change, idsBut(holders, documentId), 1);
  if (former === undefined) await noteTargets(ctx, change, [documentId], -1);
  return { outcome: { state: 'published', replaced }, stale: isLate ? [versionId, ...replaced] : replaced };
}

function idsBut(documents: readonly DocumentRow[], documentId: string): string[] {
  return documents.map((row) => row.documentId).filter((id) => id !== documentId);
}
