import { type EmbeddingSpace } from '../../domain/platform/embedding-space';
import { type Embedder } from './embedder';

/** The embedders of questions, by the space that a collection's vectors live in. */
export interface QueryEmbedders {
  /** The model that has made such vectors; null where it is out of reach. */
  of(space: EmbeddingSpace): Embedder | null;
  close(): Promise<void>;
}

/** Source of models other than the configured one. */
export interface FormerModels {
  /** The local model, by its id; loaded when it is asked first. */
  local: () => Embedder;
  /** A model of the configured endpoint, null where there is no endpoint. */
  hosted: ((space: { model: string; dimensions: number }) => Embedder) | null;
}

/**
 * After another model was configured, collections keep the vectors of the former one until they are embedded
 * anew (`admin collections reembed`), and their questions need that model: the local one is always there, another model
 * of the same endpoint is asked for by its name, one of another endpoint is lost.
 */
export function createQueryEmbedders(configured: Embedder, former: FormerModels): QueryEmbedders {
  const others = new Map<string, Embedder>();
  const isOf = (embedder: Embedder, { model, dimensions }: EmbeddingSpace) =>
    embedder.id === model && embedder.dimensions === dimensions;

  function find(space: EmbeddingSpace): Embedder | null {
    const local = former.local();
    if (isOf(local, space)) return local;
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
