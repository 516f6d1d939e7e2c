import { ID_PREFIX } from '../../../domain/platform/ids';
import { hasGraph } from '../contents/chunks';
import { type DocumentRow } from '../contents/documents';
import { newId } from '../../mongo/new-id';
import { cloneVersion } from './clone-version';
import { changeCollection, type CollectionChange, isPrivate } from './collection-change';
import { DocumentWriteError, type DocumentWrites } from './document-writes';
import { hideDocument, readGraceMs, showVersion } from './show-and-hide';
import { type WriteContext } from './write-context';

/** Tries against writers of the same document that are faster. */
const attemptsMax = 10;

/** A change of what the rows of a visible document say. */
export interface VersionEdit<R> {
  documentId: string;
  /** Answer where the collection shows no such document. */
  missing: R;
  /**
   * Looks, before a clone is made for it, whether there is anything to write to a version that others see
   * too. Answers the outcome where there is not, null where there is.
   *
   * @param graph whether the collection shows metadata of the document's chunks
   */
  refuse(document: DocumentRow, change: CollectionChange, graph: boolean): Promise<R | null>;
  /** Writes to a version that no other collection shows, or writes nothing. */
  write(document: DocumentRow, change: CollectionChange): Promise<EditedVersion<R>>;
}

/** What an edit has done to one version. */
export interface EditedVersion<R> {
  result: R;
  /** False where nothing was written. */
  isWritten: boolean;
  /** By how much the number of chunks with metadata of their own changes. */
  chunkMetadata: number;
}

/** Outcome of an edit, and the versions that the search index has to be told of. */
export interface Edited<R> {
  result: R;
  stale: string[];
}

/**
 * Edits documents for one collection alone. What no copy sees is changed in place; anything else is cloned
 * into the collection's own namespace, changed there, and takes the place of the former version.
 *
 * @returns a function that throws DocumentWriteError `collection_gone`
 */
export function createEditVersion(ctx: WriteContext, discard: DocumentWrites['discard']) {
  return async <R>(collectionId: string, edit: VersionEdit<R>): Promise<Edited<R>> => {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const done = await changeCollection(ctx, collectionId, (change) => editInPlace(ctx, change, edit));
      if (done === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
      if (!('shared' in done)) return done;
      const versionId = newId(ID_PREFIX.documentVersion);
      const moved = await editClone(ctx, collectionId, done.shared, versionId, edit);
      if (moved !== null) return moved;
      await discard(versionId);
    }
    throw new Error('the document changes faster than it can be written');
  };
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

/** Null when the document has changed meanwhile; the clone is to be discarded then. */
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
  // From the swap on searches do not find the former version any more.
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
    // Other collections continue to see an inherited document as it is.
    const hidden = shared.namespace === namespace ? [shared._id] : [];
    return { result, stale: [versionId, ...hidden] };
  });
  return moved;
}
