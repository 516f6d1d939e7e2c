import { countLanguages, englishShareOf } from '../../../src/domain/documents/language-counts';
import { type Embedder } from '../../../src/models';
import { type ActivityDeps } from '../../deps';
import { type ContentDocument } from './content-document';
import { fileFailure } from './job-failures';

/** Chunks at the beginning of a document whose languages choose a model. */
const chunksReadMax = 64;

export type CollectionEmbedderDeps = Pick<
  ActivityDeps,
  'chooseEmbedder' | 'collections' | 'documentWrites' | 'embedder' | 'queryEmbedders'
>;

/**
 * The embedder of a collection: that of its vectors. Where it has none, its choice and the languages of
 * `documents` decide, and the collection keeps to it.
 *
 * @throws ApplicationFailure `embedding_failed` when the model of its vectors is not available
 */
export async function collectionEmbedder(
  { chooseEmbedder, collections, documentWrites, embedder, queryEmbedders }: CollectionEmbedderDeps,
  collectionId: string,
  documents: readonly Pick<ContentDocument, 'chunks'>[],
): Promise<Embedder> {
  const collection = await collections.findById(collectionId);
  let space = collection?.embedding ?? null;
  if (space === null) {
    const share = englishShareOf(countLanguages(await firstChunks(documents)));
    const { id: model, dimensions } = chooseEmbedder(collection?.embeddingModel ?? 'auto', share);
    space = await documentWrites.claimSpace(collectionId, { model, dimensions });
  }
  const isConfigured = space.model === embedder.id && space.dimensions === embedder.dimensions;
  const found = isConfigured ? embedder : queryEmbedders.of(space);
  if (found === null)
    throw fileFailure('embedding_failed', 'The collection holds vectors of another embedding model.');
  return found;
}

async function firstChunks(documents: readonly Pick<ContentDocument, 'chunks'>[]) {
  const firsts = documents.map(async ({ chunks }) => {
    for await (const first of chunks(chunksReadMax)) return first;
    return [];
  });
  return (await Promise.all(firsts)).flat();
}
