import { createHash } from 'node:crypto';
import { type EmbeddingSpace } from '../../../domain/platform/embedding-space';
import { digestId, ID_PREFIX } from '../../../domain/platform/ids';
import { ownLayer, ownNamespace } from '../../../domain/documents/layers';
import { type CollectionRow } from '../contents/collections';
import { type DocumentRow } from '../contents/documents';
import { inBatches } from '../../mongo/in-batches';
import { toPairs } from '../contents/metadata-pairs';
import { isDuplicateKey } from '../../mongo/mongo';
import { newId } from '../../mongo/new-id';
import {
  DocumentWriteError,
  type DocumentWrites,
  type OpenDocument,
  type OpenVersion,
} from './document-writes';
import { ensureIndex } from './ensure-index';
import { type WriteContext } from './write-context';

/** Versions that are begun with one round trip. */
const openedAtOnceMax = 100;

/** Creates the start of every version. Concurrent starts in one collection are combined. */
export function createOpen(ctx: WriteContext): Pick<DocumentWrites, 'claimSpace' | 'open'> {
  const open = inBatches<OpenDocument, OpenVersion>(openedAtOnceMax, (collectionId, documents) =>
    openAll(ctx, collectionId, documents),
  );
  return {
    claimSpace: async (collectionId, space) => (await claimSpace(ctx, collectionId, space)).embedding,
    open: (document) => open(document.collectionId, document),
  };
}

async function openAll(
  ctx: WriteContext,
  collectionId: string,
  documents: readonly OpenDocument[],
): Promise<(OpenVersion | Error)[]> {
  const collection = await claimSpace(ctx, collectionId, documents[0]!.embedding);
  const fitting = documents.filter(({ embedding }) => isSpaceOf(collection, embedding));
  // The index comes first: without room for another index, no row is left behind.
  await ensureIndex(ctx, ownNamespace(collection), collection.embedding.dimensions);
  const versions = await insertVersions(ctx, collection, fitting);
  return documents.map((document) => {
    const version = versions.get(document);
    if (version === undefined) return mismatchWith(collection);
    if (version === null) return new DocumentWriteError('version_gone', 'The version is being removed.');
    return {
      collectionId,
      versionId: version._id,
      documentId: version.documentId,
      namespace: version.namespace,
      dimensions: document.embedding.dimensions,
      published: version.added !== null,
    };
  });
}

type OwnSpace = CollectionRow & { embedding: EmbeddingSpace };

/** The first writer of a collection decides its embedding space, and with it the kind of its index. */
async function claimSpace(
  ctx: WriteContext,
  collectionId: string,
  embedding: EmbeddingSpace,
): Promise<OwnSpace> {
  for (;;) {
    const found = await ctx.collections.findById(collectionId);
    if (found === null) throw new DocumentWriteError('collection_gone', 'The collection was deleted.');
    if (found.embedding !== null) return { ...found, embedding: found.embedding };
    const namespace = await ctx.namespaces.createFor(found, embedding.dimensions, 'shared');
    // Its present namespace was created before the dimensions were known. It is empty.
    const { matchedCount } = await ctx.rows.collections.updateOne(
      { _id: collectionId, embedding: null, layers: found.layers },
      { $set: { embedding, layers: [...found.layers.slice(0, -1), ownLayer(namespace)] } },
    );
    // Otherwise the collector would look for its index.
    if (matchedCount === 1) await ctx.namespaces.remove([ownNamespace(found)]);
  }
}

function isSpaceOf({ embedding }: OwnSpace, { model, dimensions }: EmbeddingSpace): boolean {
  return model === embedding.model && dimensions === embedding.dimensions;
}

function mismatchWith({ embedding: { model, dimensions } }: OwnSpace): DocumentWriteError {
  return new DocumentWriteError(
    'embedding_mismatch',
    `The collection holds vectors of ${model} (${dimensions} dimensions).`,
  );
}

/** The version of each document; null for one that the collector removes. */
async function insertVersions(
  ctx: WriteContext,
  collection: CollectionRow,
  documents: readonly OpenDocument[],
): Promise<Map<OpenDocument, DocumentRow | null>> {
  const fresh = new Map(documents.map((document) => [document, newVersion(collection, document)]));
  if (fresh.size === 0) return fresh;
  try {
    await ctx.rows.documents.insertMany([...fresh.values()], { ordered: false });
    return fresh;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // Versions that were just written are used as they are, as are existing ones.
    const found = [...fresh].map(async ([document, version]) => {
      return [document, await openAgain(ctx, version)] as const;
    });
    return new Map(await Promise.all(found));
  }
}

function newVersion(
  collection: CollectionRow,
  { attemptKey, documentId = newId(ID_PREFIX.document), head }: OpenDocument,
): DocumentRow {
  const namespace = ownNamespace(collection);
  const now = new Date();
  return {
    _id: versionIdOf(collection._id, namespace, attemptKey),
    namespace,
    documentId,
    ...head,
    custom: toPairs(head.custom),
    openedAt: now,
    updatedAt: now,
    createdAt: now,
    indexedAt: null,
    added: null,
    removed: null,
    floor: collection.sequence + 1,
    revision: 0,
    replaces: [],
    chunkCount: 0,
    chunkMetadataCount: 0,
    pageCount: null,
    hasOcr: false,
    languages: {},
    tags: [],
    summary: null,
    archived: false,
  };
}

/** The existing version with the id of this one, updated with the facts of this one. */
async function openAgain(ctx: WriteContext, fresh: DocumentRow): Promise<DocumentRow | null> {
  const { _id, identity, contentSha256, filename, contentType, fileType, fileSize, modality } = fresh;
  const { source, title, custom, jobId, syncId, openedAt, updatedAt } = fresh;
  const facts = {
    identity,
    contentSha256,
    filename,
    contentType,
    fileType,
    fileSize,
    modality,
    source,
    title,
    custom,
    jobId,
    syncId,
    openedAt,
    updatedAt,
  };
  const open = { _id, added: null, purging: { $ne: true } } as const;
  const { documents } = ctx.rows;
  const taken = await documents.findOneAndUpdate(open, { $set: facts }, { returnDocument: 'after' });
  return taken ?? documents.findOne({ _id, added: { $ne: null } });
}

/** The id of a version: the same for the same work in the same namespace. */
export function versionIdOf(...names: readonly string[]): string {
  return digestId(ID_PREFIX.documentVersion, createHash('sha256').update(JSON.stringify(names)).digest());
}
