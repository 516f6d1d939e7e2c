import { createHash } from 'node:crypto';
import { type Embedder } from './embedder';

/** Vectors by key; `src/stores/platform/embeddings.ts` is the real one. */
export interface EmbeddingCache {
  /** The vectors that are there, by their key's hexadecimal form. */
  read(keys: readonly Uint8Array[]): Promise<Map<string, Float32Array>>;
  write(entries: readonly { key: Uint8Array; vector: Float32Array }[]): Promise<void>;
}

/** Vectors of texts, and for how many of them the model was asked. */
export interface CachedVectors {
  /** In the order of the texts. */
  vectors: Float32Array[];
  embedded: number;
}

/**
 * Embeds the texts of documents that are not known yet. The same text of the same organization is embedded
 * once per model, within a call and between calls; organizations share nothing, so that none learns from a
 * quick answer what another one has.
 *
 * @throws as `embedder.embed` and the cache do
 */
export async function embedCached(
  { embedder, cache }: { embedder: Embedder; cache: EmbeddingCache },
  organizationId: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<CachedVectors> {
  const keys = texts.map((text) => cacheKey(embedder.id, organizationId, text));
  const names = keys.map((key) => key.toString('hex'));
  const known = await cache.read(uniqueBy(keys, names));
  const missing = uniqueBy(
    texts.map((text, index) => ({ text, key: keys[index]!, name: names[index]! })),
    names,
  ).filter(({ name }) => known.get(name)?.length !== embedder.dimensions);
  const made = await embedder.embed(
    missing.map(({ text }) => text),
    'document',
    signal,
  );
  const entries = missing.map(({ key, name }, index) => ({ key, name, vector: made[index]! }));
  await cache.write(entries);
  for (const { name, vector } of entries) known.set(name, vector);
  return { vectors: names.map((name) => known.get(name)!), embedded: missing.length };
}

function cacheKey(model: string, organizationId: string, text: string): Buffer {
  return createHash('sha256').update(`${model}\0${organizationId}\0${text}`).digest();
}

function uniqueBy<T>(items: readonly T[], names: readonly string[]): T[] {
  return [...new Map(items.map((item, index) => [names[index]!, item])).values()];
}
