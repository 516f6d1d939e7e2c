import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { createQueryEmbeddings, type QueryEmbedders } from '../../models';

/** Vectors of queries; see {@link createQueryVectors}. */
export interface QueryVectors {
  /**
   * The vector of a query by the model that made those of a build; null where the model is out of reach or fails.
   *
   * @throws the signal's reason once it is aborted
   */
  of(
    space: EmbeddingSpace,
    organizationId: string,
    text: string,
    signal: AbortSignal,
  ): Promise<Float32Array | null>;
}

/** Creates vectors of queries, kept for queries that come again. */
export function createQueryVectors(embedders: QueryEmbedders): QueryVectors {
  const embeddings = createQueryEmbeddings();
  return {
    async of(space, organizationId, text, signal) {
      const embedder = embedders.of(space);
      if (embedder === null) return null;
      return embeddings.vectorOf({ embedder, organizationId, text }, signal).catch(() => {
        signal.throwIfAborted();
        return null;
      });
    },
  };
}
