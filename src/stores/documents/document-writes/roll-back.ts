import { ID_PREFIX } from '../../../domain/platform/ids';
import { ownNamespace } from '../../../domain/documents/layers';
import { hasGraph } from '../contents/chunks';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow, type RolledBackMark } from '../contents/documents';
import { newId } from '../../mongo/new-id';
import { cloneVersion } from './clone-version';
import { changeCollection, type CollectionChange, viewAfter } from './collection-change';
import { DocumentWriteError, type DocumentWrites, type RollbackOutcome } from './document-writes';
import { formersOf } from './former-versions';
import { restoreRelations } from './kept-relations';
import { formerVersionTtlMs, hideDocument, hideRelationsOf, noteTargets, showVersion } from './show-and-hide';
import { type SyncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Tries against writers of the same document that are faster. */
const attemptsMax = 10;

/**
 * Takes back what a job did. Former versions come back as new ones, so that no copy made in between changes.
 */
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
        const clones = await cloneFormers(collection, current!);
        const taken = await takeBack(collection, current!, clones);
        for (const { _id, documentId: id } of clones)
          if (taken?.restored.includes(id) !== true) await discard(_id);
        if (taken !== null) return outcomeOf(taken);
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
      documentId,
      jobId,
      rolledBack: { $elemMatch: { collectionId } },
    });
    const done = before?.rolledBack?.find((mark) => mark.collectionId === collectionId);
    if (done !== undefined) return outcomeOf(done);
    if (current === null) return { state: 'gone' };
    return current.jobId === jobId ? null : { state: 'superseded', byJobId: current.jobId };
  }

  /** Clones of what the job's version took the place of, as far as it is there. */
  async function cloneFormers(collection: CollectionRow, current: DocumentRow): Promise<DocumentRow[]> {
    if (collection.embedding === null) return [];
    const clones: DocumentRow[] = [];
    for (const former of await formersOf(ctx, collection.layers, current, new Date()))
      clones.push(
        await cloneVersion(ctx, former, {
          versionId: newId(ID_PREFIX.documentVersion),
          namespace: ownNamespace(collection),
          sequence: collection.sequence,
          dimensions: collection.embedding.dimensions,
          graph: hasGraph(collection, former),
        }),
      );
    return clones;
  }

  /** Null when the document has changed meanwhile. */
  async function takeBack(
    { _id: collectionId }: CollectionRow,
    current: DocumentRow,
    clones: readonly DocumentRow[],
  ): Promise<RolledBackMark | null> {
    const { documentId } = current;
    const mark = await changeCollection(ctx, collectionId, async (change) => {
      const { view, session } = change;
      const found = await ctx.documents.find(view, { documentId }, session);
      if (found?._id !== current._id || clones.some(({ namespace }) => namespace !== change.own))
        return 'changed';
      await hideRelationsOf(ctx, change, documentId, formerVersionTtlMs);
      await hideDocument(ctx, change, found, formerVersionTtlMs);
      const back = await stillFree(change, clones);
      for (const clone of back) await showVersion(ctx, change, clone, {});
      const restored = back.map((clone) => clone.documentId);
      if (!restored.includes(documentId)) await noteTargets(ctx, change, [documentId], 1);
      await noteTargets(
        ctx,
        change,
        restored.filter((id) => id !== documentId),
        -1,
      );
      const { layers } = change.collection;
      await restoreRelations(ctx, change, { layers, keptAs: current.keptAs, documentIds: restored });
      const state =
        restored.length > 0 ? 'restored' : current.replaces.length > 0 ? 'not_restored' : 'removed';
      const rolledBack: RolledBackMark = { collectionId, state, restored };
      await ctx.rows.documents.updateOne({ _id: found._id }, { $push: { rolledBack } }, { session });
      return rolledBack;
    });
    if (mark === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    if (mark === 'changed') return null;
    const shown = clones.filter((clone) => mark.restored.includes(clone.documentId));
    await syncSearch(
      [current, ...shown].map(({ _id }) => _id),
      false,
    );
    return mark;
  }

  /** Clones whose place no other document has taken since. */
  async function stillFree(change: CollectionChange, clones: readonly DocumentRow[]): Promise<DocumentRow[]> {
    const identities = clones.map(({ identity }) => identity);
    const ids = clones.map(({ documentId }) => documentId);
    const holders = await ctx.documents.findAll(
      await viewAfter(ctx, change),
      { $or: [{ identity: { $in: identities } }, { documentId: { $in: ids } }] },
      change.session,
    );
    const isHeld = ({ identity, documentId }: DocumentRow) =>
      holders.some((holder) => holder.identity === identity || holder.documentId === documentId);
    return clones.filter((clone) => !isHeld(clone));
  }
}

function outcomeOf({ state, restored }: RolledBackMark): RollbackOutcome {
  return state === 'restored' ? { state, documentIds: restored } : { state };
}
