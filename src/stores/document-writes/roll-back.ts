import { ID_PREFIX } from '../../domain/ids';
import { hasGraph } from '../chunks';
import { type CollectionRow } from '../collections';
import { type DocumentRow } from '../documents';
import { newId } from '../new-id';
import { cloneVersion } from './clone-version';
import { changeCollection } from './collection-change';
import { DocumentWriteError, type DocumentWrites, type RollbackOutcome } from './document-writes';
import { formerVersionTtlMs, hideDocument, hideRelationsOf, noteTargets, showVersion } from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Tries against writers of the same document that are faster. */
const attemptsMax = 10;

/** Takes back what a job did. The former version comes back as a new one, so that no copy made in between changes. */
export function createRollBack(
  ctx: WriteContext,
  discard: DocumentWrites['discard'],
  syncSearch: SyncSearch,
): Pick<DocumentWrites, 'rollBack'> {
  return {
    async rollBack(collectionId, jobId, documentId) {
      for (let attempt = 0; attempt < attemptsMax; attempt++) {
        const collection = await ctx.collections.findById(collectionId);
        if (collection === null) return { state: 'gone' };
        const current = await ctx.documents.get(collection, documentId);
        const known = await answerWithoutChange(collection, current, jobId, documentId);
        if (known !== null) return known;
        const clone = await cloneFormer(collection, current!);
        const outcome = await takeBack(collection, current!, clone);
        if (outcome !== null) return outcome;
        if (clone !== null) await discard(clone._id);
      }
      throw new Error('the document changes faster than it can be rolled back');
    },
  };

  async function answerWithoutChange(
    { _id: collectionId, layers }: CollectionRow,
    current: DocumentRow | null,
    jobId: string,
    documentId: string,
  ): Promise<RollbackOutcome | null> {
    const before = await ctx.rows.documents.findOne({
      namespace: { $in: layers.map(({ namespace }) => namespace) },
      ...{ documentId, jobId },
      rolledBack: { $elemMatch: { collectionId } },
    });
    const done = before?.rolledBack?.find((mark) => mark.collectionId === collectionId);
    if (done !== undefined) return { state: done.state };
    if (current === null) return { state: 'gone' };
    return current.jobId === jobId ? null : { state: 'superseded', byJobId: current.jobId };
  }

  /** A clone of what the job's version took the place of; null when there was nothing, or it is gone. */
  async function cloneFormer(
    collection: CollectionRow,
    { replaces, indexedAt, documentId }: DocumentRow,
  ): Promise<DocumentRow | null> {
    const isKept = indexedAt !== null && Date.now() - indexedAt.getTime() < formerVersionTtlMs;
    if (!isKept || replaces.length === 0 || collection.embedding === null) return null;
    const kept = await ctx.rows.documents
      .find({ _id: { $in: replaces }, added: { $ne: null }, purging: { $ne: true } })
      .toArray();
    const former = kept.find((row) => row.documentId === documentId) ?? kept[0];
    if (former === undefined) return null;
    return cloneVersion(ctx, former, {
      versionId: newId(ID_PREFIX.documentVersion),
      namespace: collection.layers.at(-1)!.namespace,
      sequence: collection.sequence,
      dimensions: collection.embedding.dimensions,
      graph: hasGraph(collection, former),
    });
  }

  /** Null when the document has changed meanwhile. */
  async function takeBack(
    { _id: collectionId }: CollectionRow,
    current: DocumentRow,
    clone: DocumentRow | null,
  ): Promise<RollbackOutcome | null> {
    const { documentId } = current;
    const state = clone !== null ? 'restored' : current.replaces.length > 0 ? 'not_restored' : 'removed';
    const outcome = await changeCollection(ctx, collectionId, async (change) => {
      const { view, session } = change;
      const found = await ctx.documents.find(view, { documentId }, session);
      if (found?._id !== current._id || (clone !== null && clone.namespace !== change.own)) return 'changed';
      await hideRelationsOf(ctx, change, documentId, formerVersionTtlMs);
      await hideDocument(ctx, change, found, formerVersionTtlMs);
      await ctx.rows.documents.updateOne(
        { _id: found._id },
        { $push: { rolledBack: { collectionId, state } } },
        { session },
      );
      if (clone !== null) await showVersion(ctx, change, clone, {});
      const back = clone?.documentId;
      if (back !== documentId) {
        await noteTargets(ctx, change, [documentId], 1);
        if (back !== undefined) await noteTargets(ctx, change, [back], -1);
      }
      return 'done';
    });
    if (outcome === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    if (outcome === 'changed') return null;
    const stale = [current._id, ...(clone === null ? [] : [clone._id])];
    await syncSearch(
      stale.map((versionId) => ({ versionId, onlyPending: true })),
      false,
    );
    return { state };
  }
}
