import { type DocumentRow } from '../contents/documents';
import { changeCollection, type CollectionChange, isPrivate } from './collection-change';
import { DocumentWriteError } from './document-writes';
import { type VersionEdit, editVersion } from './edit-version';
import { syncSearch } from './sync-search';
import { type WriteContext } from './write-context';

/** Documents that one transaction archives. */
const archivedAtOnceMax = 100;

/** Versions that were changed in place, and documents that need a clone since copies show them too. */
interface InPlace {
  own: DocumentRow[];
  shared: string[];
}

/** Archives documents and brings them back, for one collection alone. */
export async function setArchived(
  ctx: WriteContext,
  collectionId: string,
  documentIds: readonly string[],
  archived: boolean,
): Promise<string[]> {
  const changed: string[] = [];
  for (let from = 0; from < documentIds.length; from += archivedAtOnceMax) {
    const some = documentIds.slice(from, from + archivedAtOnceMax);
    const done = await changeCollection(ctx, collectionId, (change) =>
      archiveInPlace(ctx, change, some, archived),
    );
    if (done === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    const stale = done.own.map(({ _id }) => _id);
    changed.push(...done.own.map(({ documentId }) => documentId));
    for (const documentId of done.shared) {
      const edited = await editVersion(ctx, collectionId, editOf(ctx, documentId, archived));
      if (edited.result) changed.push(documentId);
      stale.push(...edited.stale);
    }
    await syncSearch(ctx, stale, false);
  }
  return changed;
}

/** Changes documents that no copy shows, with one update. */
async function archiveInPlace(
  ctx: WriteContext,
  change: CollectionChange,
  documentIds: readonly string[],
  archived: boolean,
): Promise<InPlace> {
  const { view, session } = change;
  const condition = { documentId: { $in: [...documentIds] }, archived: !archived };
  const found = await ctx.documents.findAll(view, condition, session);
  const own = found.filter((document) => isPrivate(change, document));
  if (own.length > 0) {
    const ids = own.map(({ _id }) => _id);
    await ctx.rows.documents.updateMany({ _id: { $in: ids } }, archiving(change, archived), { session });
    change.written = true;
  }
  const shared = found.filter((document) => !isPrivate(change, document));
  return { own, shared: shared.map(({ documentId }) => documentId) };
}

/** The edit of one document; it returns whether the document was changed. */
function editOf(ctx: WriteContext, documentId: string, archived: boolean): VersionEdit<boolean> {
  return {
    documentId,
    missing: false,
    refuse: (document) => Promise.resolve(document.archived === archived ? false : null),
    async write(document, change) {
      if (document.archived === archived) return { result: false, isWritten: false, chunkMetadata: 0 };
      const { session } = change;
      await ctx.rows.documents.updateOne({ _id: document._id }, archiving(change, archived), { session });
      return { result: true, isWritten: true, chunkMetadata: 0 };
    },
  };
}

const archiving = ({ now }: CollectionChange, archived: boolean) =>
  ({
    $set: { archived, updatedAt: now, searchPending: now },
    $unset: { pendingChunks: '' },
    $inc: { revision: 1 },
  }) as const;
