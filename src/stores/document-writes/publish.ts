import { type DocumentRow, type DocumentTail } from '../documents';
import { changeCollection, type CollectionChange } from './collection-change';
import {
  DocumentWriteError,
  type DocumentWrites,
  type OpenVersion,
  type PublishOutcome,
} from './document-writes';
import { eraseChunksFrom, eraseVersion } from './erase';
import { formerVersionTtlMs, hideDocument, hideRelationsOf, noteTargets, showVersion } from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** The end of every version: visible at once and whole, or never. */
export function createPublish(
  ctx: WriteContext,
  syncSearch: SyncSearch,
): Pick<DocumentWrites, 'publish' | 'discard'> {
  return {
    async publish(version, tail, { overwrite }) {
      const before = await fitChunks(ctx, version, tail);
      if (before !== null) return before;
      const outcome = await changeCollection(ctx, version.collectionId, (change) =>
        show(ctx, change, version, tail, overwrite),
      );
      if (outcome === null) return { state: 'collection_gone' };
      if (outcome.state === 'published')
        await syncSearch([version.versionId, ...outcome.replaced].map(pendingOnly), false);
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

const pendingOnly = (versionId: string) => ({ versionId, onlyPending: true });

/** Answers when there is nothing to publish any more; else makes sure that exactly the chunks that count are stored. */
async function fitChunks(
  ctx: WriteContext,
  version: OpenVersion,
  { chunkCount }: DocumentTail,
): Promise<PublishOutcome | null> {
  const { versionId } = version;
  const row = await ctx.rows.documents.findOne({ _id: versionId });
  if (row !== null && row.added !== null) return { state: 'published', replaced: row.replaces };
  await eraseChunksFrom(ctx, version, chunkCount);
  const stored = await ctx.rows.chunks.countDocuments({ versionId });
  if (stored !== chunkCount)
    throw new DocumentWriteError('chunks_missing', `${stored} of ${chunkCount} chunks are stored.`);
  return null;
}

async function show(
  ctx: WriteContext,
  change: CollectionChange,
  { versionId, namespace, documentId }: OpenVersion,
  tail: DocumentTail,
  overwrite: boolean,
): Promise<PublishOutcome> {
  const { session, view, now } = change;
  if (namespace !== change.own) return { state: 'namespace_changed' };
  const version = await ctx.rows.documents.findOne({ _id: versionId }, { session });
  if (version === null || version.purging === true)
    throw new DocumentWriteError('version_gone', 'The version was removed.');
  if (version.added !== null) return { state: 'published', replaced: version.replaces };

  const holders = await ctx.documents.findAll(
    view,
    { $or: [{ identity: version.identity }, { documentId }] },
    session,
  );
  const [taken] = holders;
  if (taken !== undefined && !overwrite) return { state: 'identity_taken', by: taken };
  for (const holder of holders) await hideRelationsOf(ctx, change, holder.documentId, formerVersionTtlMs);
  for (const holder of holders) await hideDocument(ctx, change, holder, formerVersionTtlMs);
  const former = holders.find((holder) => holder.documentId === documentId);
  const replaces = holders.map(({ _id }) => _id);
  await showVersion(ctx, change, version, {
    ...tail,
    replaces,
    indexedAt: now,
    ...(former && { createdAt: former.createdAt }),
  });
  await noteTargets(ctx, change, idsBut(holders, documentId), 1);
  if (former === undefined) await noteTargets(ctx, change, [documentId], -1);
  return { state: 'published', replaced: replaces };
}

function idsBut(documents: readonly DocumentRow[], documentId: string): string[] {
  return documents.map((row) => row.documentId).filter((id) => id !== documentId);
}
