import { embedCached, type Embedder, embedWithin } from '../../src/models';
import { type ProductBuildRow } from '../../src/stores/products/product-builds';
import { type ActivityDeps } from '../deps';

type VectorDeps = Pick<ActivityDeps, 'embedder' | 'embeddings'>;

/**
 * Bounds of the texts that are embedded while their documents wait. They take about a second of the local
 * model: a live write is soon searchable, with or without a vector.
 */
const waitingTexts = { newTextsMax: 64, withinMs: 3_000 };

/** Vector space of an embedder. */
export function spaceOf({ id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>) {
  return { model: id, dimensions };
}

/** Embeds texts and caches their vectors, so that documents find them. @throws ModelError */
export async function prepareVectors(
  { embedder, embeddings }: VectorDeps,
  { organizationId }: Pick<ProductBuildRow, 'organizationId'>,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await embedCached({ embedder, cache: embeddings }, organizationId, texts, signal);
}

/**
 * Vectors of texts for documents of a build, if they are cached or can be computed soon; null otherwise, and
 * without a text. All are null for a build without vectors, and for one with another model than the
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
