import { type EmbeddingSpace } from './embedding-space';

/** Names of the local embedding models: of English, and of many languages. */
export const LOCAL_EMBEDDING_MODELS = ['all-minilm-l6-v2', 'multilingual-e5-small'] as const;
export type LocalEmbeddingModel = (typeof LOCAL_EMBEDDING_MODELS)[number];

/**
 * Choices of the embedding model of a collection. `auto`: the configured endpoint, else the local model that
 * fits the languages of the first documents.
 */
export const EMBEDDING_MODEL_CHOICES = ['auto', ...LOCAL_EMBEDDING_MODELS] as const;
export type EmbeddingModelChoice = (typeof EMBEDDING_MODEL_CHOICES)[number];

/** Ending of the ids of local models: the form of their weights, which belongs to no name. */
export const localWeightsEnding = '-int8';

/** The model of a collection by its name; the choice while the collection has no vectors. */
export function embeddingModelName({
  embedding,
  embeddingModel = 'auto',
}: {
  embedding: EmbeddingSpace | null;
  embeddingModel?: EmbeddingModelChoice;
}): string {
  if (embedding === null) return embeddingModel;
  return (
    LOCAL_EMBEDDING_MODELS.find((name) => embedding.model === name + localWeightsEnding) ?? embedding.model
  );
}
