import { ID_PREFIX } from '../../../domain/platform/ids';
import { hasGraph } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { newId } from '../../mongo/new-id';
import { cloneVersion } from './clone-version';
import { changeCollection, type CollectionChange, isPrivate } from './collection-change';
import { DocumentWriteError } from './document-writes';
import { hideDocument, readGraceMs, showVersion } from './show-and-hide';
import { discardVersion } from './erase';
import { type WriteContext } from './write-context';

/** Attempts against concurrent writers of the same document. */
const attemptsMax = 10;

/** A change of the rows of a visible document. */
export interface VersionEdit<R> {
  documentId: string;
  /** Result when the collection does not show the document. */
  missing: R;
  /**
   * Checks, before a version that copies show too is cloned, whether there is anything to write. Returns the
   * outcome if not, null if so.
   *
   * @param graph whether the collection shows metadata of the document's chunks
   */
  refuse(document: DocumentRow, change: CollectionChange, graph: boolean): Promise<R | null>;
  /** Writes to a version that no other collection shows, if there is anything to write. */
  write(document: DocumentRow, change: CollectionChange): Promise<EditedVersion<R>>;
}

/** Result of an edit of one version. */
export interface EditedVersion<R> {
  result: R;
  /** Whether anything was written. */
  isWritten: boolean;
  /** Difference of the number of chunks with metadata. */
  chunkMetadata: number;
}

/** Outcome of an edit, and the versions to update in the search index. */
export interface Edited<R> {
  result: R;
  stale: string[];
}

/**
 * Creates the edit of documents for one collection alone. A version that no copy shows is changed in place.
 * Otherwise it is cloned into the collection's own namespace and changed there, and the clone replaces it.
 *
 * @throws DocumentWriteError `collection_gone`
 */
export async function editVersion<R>(
  ctx: WriteContext,
  collectionId: string,
  edit: VersionEdit<R>,
): Promise<Edited<R>> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const done = await changeCollection(ctx, collectionId, (change) => editInPlace(ctx, change, edit));
    if (done === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    if (!('shared' in done)) return done;
    const versionId = newId(ID_PREFIX.documentVersion);
    const moved = await editClone(ctx, collectionId, done.shared, versionId, edit);
    if (moved !== null) return moved;
    await discardVersion(ctx, versionId);
  }
  throw new Error('the document changes faster than it can be written');
}

async function editInPlace<R>(
  ctx: WriteContext,
  change: CollectionChange,
  edit: VersionEdit<R>,
): Promise<Edited<R> | { shared: DocumentRow }> {
  const { view, session, collection } = change;
  const document = await ctx.documents.find(view, { documentId: edit.documentId }, session);
  if (document === null) return { result: edit.missing, stale: [] };
  if (!isPrivate(change, document)) {
    const refused = await edit.refuse(document, change, hasGraph(collection, document));
    return refused === null ? { shared: document } : { result: refused, stale: [] };
  }
  const { result, isWritten, chunkMetadata } = await edit.write(document, change);
  if (!isWritten) return { result, stale: [] };
  change.counts.chunkMetadata += chunkMetadata;
  change.written = true;
  return { result, stale: [document._id] };
}

/** Null when the document has changed meanwhile; the clone then has to be discarded. */
async function editClone<R>(
  ctx: WriteContext,
  collectionId: string,
  shared: DocumentRow,
  versionId: string,
  edit: VersionEdit<R>,
): Promise<Edited<R> | null> {
  const collection = await ctx.collections.findById(collectionId);
  if (collection?.embedding == null) return null;
  const { namespace } = collection.layers.at(-1)!;
  const graph = hasGraph(collection, shared);
  const { sequence, embedding } = collection;
  await cloneVersion(ctx, shared, {
    versionId,
    namespace,
    sequence,
    graph,
    dimensions: embedding.dimensions,
  });
  // After the swap searches no longer find the former version.
  await ctx.refresh(namespace);
  const moved = await changeCollection(ctx, collectionId, async (change): Promise<Edited<R> | null> => {
    const { view, session } = change;
    const current = await ctx.documents.find(view, { documentId: edit.documentId }, session);
    if (change.own !== namespace || current?._id !== shared._id || current.revision !== shared.revision)
      return null;
    const clone = await ctx.rows.documents.findOne({ _id: versionId }, { session });
    if (clone === null) return null;
    const { result, isWritten, chunkMetadata } = await edit.write(clone, change);
    if (!isWritten) return null;
    await hideDocument(ctx, change, shared, readGraceMs);
    await showVersion(
      ctx,
      change,
      { ...clone, chunkMetadataCount: clone.chunkMetadataCount + chunkMetadata },
      {},
    );
    // Other collections still see an inherited document unchanged.
    const hidden = shared.namespace === namespace ? [shared._id] : [];
    return { result, stale: [versionId, ...hidden] };
  });
  return moved;
}
