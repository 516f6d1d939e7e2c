import { createHash } from 'node:crypto';
import { digestId, ID_PREFIX } from '../../domain/ids';
import { ownNamespace } from '../../domain/layers';
import { type CollectionRow } from '../collections';
import { type DocumentRow } from '../documents';
import { toPairs } from '../metadata-pairs';
import { isDuplicateKey } from '../mongo';
import { newId } from '../new-id';
import { DocumentWriteError, type DocumentWrites, type OpenDocument } from './document-writes';
import { type WriteContext } from './write-context';

/** The start of every version. */
export function createOpen(ctx: WriteContext): Pick<DocumentWrites, 'open'> {
  return {
    async open(document) {
      const collection = await claimSpace(ctx, document);
      const version = await insertVersion(ctx, collection, document);
      const { dimensions } = document.embedding;
      await ctx.search.ensure(version.namespace, dimensions);
      return {
        collectionId: collection._id,
        versionId: version._id,
        documentId: version.documentId,
        namespace: version.namespace,
        dimensions,
        published: version.added !== null,
      };
    },
  };
}

/** The first writer of a collection decides which space its vectors are in. */
async function claimSpace(
  ctx: WriteContext,
  { collectionId, embedding }: OpenDocument,
): Promise<CollectionRow> {
  let collection = await ctx.collections.findById(collectionId);
  if (collection?.embedding === null) {
    await ctx.rows.collections.updateOne({ _id: collectionId, embedding: null }, { $set: { embedding } });
    collection = await ctx.collections.findById(collectionId);
  }
  if (collection === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
  const { model, dimensions } = collection.embedding ?? embedding;
  if (model !== embedding.model || dimensions !== embedding.dimensions)
    throw new DocumentWriteError(
      'embedding_mismatch',
      `The collection holds vectors of ${model} (${dimensions} dimensions).`,
    );
  return collection;
}

async function insertVersion(
  ctx: WriteContext,
  collection: CollectionRow,
  { attemptKey, documentId, head }: OpenDocument,
): Promise<DocumentRow> {
  const namespace = ownNamespace(collection);
  const _id = versionIdOf(collection._id, namespace, attemptKey);
  const now = new Date();
  const facts = { ...head, custom: toPairs(head.custom), openedAt: now, updatedAt: now };
  const { rows } = ctx;
  try {
    const version: DocumentRow = {
      ...{ _id, namespace, ...facts, createdAt: now, indexedAt: null },
      documentId: documentId ?? newId(ID_PREFIX.document),
      ...{ added: null, removed: null, floor: collection.sequence + 1, revision: 0, replaces: [] },
      ...{ chunkCount: 0, chunkMetadataCount: 0, pageCount: null, hasOcr: false, tags: [], summary: null },
      archived: false,
    };
    await rows.documents.insertOne(version);
    return version;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const again = { _id, added: null, purging: { $ne: true } } as const;
    const taken = await rows.documents.findOneAndUpdate(again, { $set: facts }, { returnDocument: 'after' });
    const found = taken ?? (await rows.documents.findOne({ _id, added: { $ne: null } }));
    if (found === null) throw new DocumentWriteError('version_gone', 'The version is being removed.');
    return found;
  }
}

/** The same work on the same namespace has the same version. */
export function versionIdOf(...names: readonly string[]): string {
  return digestId(ID_PREFIX.documentVersion, createHash('sha256').update(JSON.stringify(names)).digest());
}
