import { type EmbeddingSpace } from '../../src/domain/platform/embedding-space';
import { embedCached, type Embedder, embedWithin, missingTexts } from '../../src/models';
import { type ProductBuildRow } from '../../src/stores/products/product-builds';
import { type ActivityDeps } from '../deps';

type VectorDeps = Pick<ActivityDeps, 'embedder' | 'embeddings'>;

/**
 * Bounds of the texts that are embedded while their documents wait. They take about a second of the local
 * model: a live write is soon searchable, with or without a vector.
 */
const waitingTexts = { newTextsMax: 64, withinMs: 3_000 };

/** Vector space of an embedder. */
export function spaceOf({ id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>): EmbeddingSpace {
  return { model: id, dimensions };
}

/** Whether an embedder makes the vectors of a space. */
export function isSpaceOf(
  { id, dimensions }: Pick<Embedder, 'id' | 'dimensions'>,
  space: EmbeddingSpace,
): boolean {
  return space.model === id && space.dimensions === dimensions;
}

/** Whether more than so many differing texts have no cached vector. Reads no more of them than it needs. */
export async function hasMoreNewTexts(
  { embedder, embeddings }: VectorDeps,
  { organizationId }: Pick<ProductBuildRow, 'organizationId'>,
  texts: AsyncIterable<readonly string[]>,
  max: number,
): Promise<boolean> {
  const fresh = new Set<string>();
  for await (const some of texts) {
    const missing = await missingTexts({ embedder, cache: embeddings }, organizationId, some);
    for (const key of missing) fresh.add(key);
    if (fresh.size > max) return true;
  }
  return false;
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
  const isOther = space == null || !isSpaceOf(embedder, space);
  if (isOther || given.length === 0) return texts.map(() => null);
  const deps = { embedder, cache: embeddings };
  const found = await embedWithin(deps, organizationId, given, waitingTexts, signal);
  const vectors = found.values();
  return texts.map((text) => (text === null ? null : (vectors.next().value ?? null)));
}
