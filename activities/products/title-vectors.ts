import { embedCached, type Embedder, embedWithin } from '../../src/models';
import { type ProductBuildRow } from '../../src/stores/products/product-builds';
import { type ActivityDeps } from '../deps';

type VectorDeps = Pick<ActivityDeps, 'embedder' | 'embeddings'>;

/**
 * Texts that are not known and are embedded while their documents wait, and how long. About a second of the
 * local model: a live write is searchable soon after, with or without a vector.
 */
const waitingTexts = { newTextsMax: 64, withinMs: 3_000 };

/** Space of the vectors that an embedder makes. */
export function spaceOf({ id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>) {
  return { model: id, dimensions };
}

/** Makes vectors of texts and keeps them, so that documents find them. @throws ModelError */
export async function prepareVectors(
  { embedder, embeddings }: VectorDeps,
  { organizationId }: Pick<ProductBuildRow, 'organizationId'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await embedCached({ embedder, cache: embeddings }, organizationId, texts, signal);
}

/**
 * Vectors of texts for documents of a build, as far as they are known or soon made; null for the others, and
 * where there is no text. All are null for a build without vectors, and for one whose model is not the
 * configured one.
 */
export async function findVectors(
  { embedder, embeddings }: VectorDeps,
  { organizationId, vectors: space }: Pick<ProductBuildRow, 'organizationId' | 'vectors'>,
  texts: readonly (string | null)[],
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const given = texts.filter((text) => text !== null);
  const isOther = space?.model !== embedder.id || space.dimensions !== embedder.dimensions;
  if (isOther || given.length === 0) return texts.map(() => null);
  const deps = { embedder, cache: embeddings };
  const found = await embedWithin(deps, organizationId, given, waitingTexts, signal);
  const vectors = found.values();
  return texts.map((text) => (text === null ? null : (vectors.next().value ?? null)));
}
