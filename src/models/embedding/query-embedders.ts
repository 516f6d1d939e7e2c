import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type Embedder } from './embedder';

/** Embedders by vector space, of queries and of documents of a collection. */
export interface QueryEmbedders {
  /** The model of a vector space; null when it is not available. */
  of(space: EmbeddingSpace): Embedder | null;
  close(): Promise<void>;
}

/** Source of models besides the configured one. */
export interface FormerModels {
  /** The local model of a vector space, loaded on first use; null for another space. */
  local: (space: EmbeddingSpace) => Embedder | null;
  /** A model of the configured endpoint; null without an endpoint. */
  hosted: ((space: { model: string; dimensions: number }) => Embedder) | null;
}

/**
 * Creates the embedders by vector space. After a change of the configured model, collections keep the vectors
 * of the former one until they are embedded again (`admin collections reembed`), and their queries and further
 * documents need that model. The local models are always available; another model of the same endpoint is called by its name; one
 * of another endpoint is not available.
 */
export function createQueryEmbedders(configured: Embedder, former: FormerModels): QueryEmbedders {
  const others = new Map<string, Embedder>();
  const isOf = (embedder: Embedder, { model, dimensions }: EmbeddingSpace) =>
    embedder.id === model && embedder.dimensions === dimensions;

  function find(space: EmbeddingSpace): Embedder | null {
    const local = former.local(space);
    if (local !== null) return local;
    const { dimensions } = space;
    const ending = `:${dimensions}`;
    if (former.hosted === null || !space.model.endsWith(ending)) return null;
    return former.hosted({ model: space.model.slice(0, -ending.length), dimensions });
  }

  return {
    of(space) {
      if (isOf(configured, space)) return configured;
      const known = others.get(space.model);
      if (known !== undefined) return isOf(known, space) ? known : null;
      const found = find(space);
      if (found !== null) others.set(space.model, found);
      return found;
    },
    async close() {
      await Promise.all([...others.values()].map((embedder) => embedder.close()));
    },
  };
}
