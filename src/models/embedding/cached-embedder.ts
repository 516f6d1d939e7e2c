import { createHash } from 'node:crypto';
import { withJoinedSignal } from '../../joined-signal';
import { ModelError } from '../describer';
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
  deps: CachedEmbedder,
  organizationId: string,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<CachedVectors> {
  const { names, known, missing } = await readKnown(deps, organizationId, texts);
  const made = await makeVectors(deps, organizationId, missing, signal);
  for (const { name, vector } of made) known.set(name, vector);
  return { vectors: names.map((name) => known.get(name)!), embedded: made.length };
}

/** How much a caller waits for vectors that are not known. */
export interface EmbeddingBounds {
  /** Texts that are embedded at most. */
  newTextsMax: number;
  withinMs: number;
}

/**
 * The vectors of texts that are known, and those of further ones as far as the bounds allow; null for the
 * others, and where the model fails. Otherwise as {@link embedCached}.
 */
export async function embedWithin(
  deps: CachedEmbedder,
  organizationId: string,
  texts: readonly string[],
  { newTextsMax, withinMs }: EmbeddingBounds,
  signal: AbortSignal,
): Promise<(Float32Array | null)[]> {
  const { names, known, missing } = await readKnown(deps, organizationId, texts);
  await withJoinedSignal({ signals: [signal], timeoutMs: withinMs }, async (joined) => {
    try {
      const wanted = missing.slice(0, newTextsMax);
      const made = await makeVectors(deps, organizationId, wanted, joined.signal);
      for (const { name, vector } of made) known.set(name, vector);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError) && !joined.signal.aborted) throw error;
    }
  });
  const { dimensions } = deps.embedder;
  return names.map((name) => {
    const vector = known.get(name);
    return vector?.length === dimensions ? vector : null;
  });
}

/** A model, and the cache of its vectors. */
interface CachedEmbedder {
  embedder: Embedder;
  cache: EmbeddingCache;
}

interface MissingText {
  text: string;
  key: Buffer;
  name: string;
}

async function readKnown(
  { embedder, cache }: CachedEmbedder,
  organizationId: string,
  texts: readonly string[],
) {
  const keys = texts.map((text) => cacheKey(embedder.id, organizationId, text));
  const names = keys.map((key) => key.toString('hex'));
  const known = await cache.read(uniqueBy(keys, names));
  const missing: MissingText[] = uniqueBy(
    texts.map((text, index) => ({ text, key: keys[index]!, name: names[index]! })),
    names,
  ).filter(({ name }) => known.get(name)?.length !== embedder.dimensions);
  return { names, known, missing };
}

async function makeVectors(
  { embedder, cache }: CachedEmbedder,
  organizationId: string,
  missing: readonly MissingText[],
  signal: AbortSignal,
): Promise<{ name: string; vector: Float32Array }[]> {
  const texts = missing.map(({ text }) => text);
  const made = await embedder.embed(texts, 'document', signal, organizationId);
  const entries = missing.map(({ key, name }, index) => ({ key, name, vector: made[index]! }));
  await cache.write(entries);
  return entries;
}

function cacheKey(model: string, organizationId: string, text: string): Buffer {
  return createHash('sha256').update(`${model}\0${organizationId}\0${text}`).digest();
}

function uniqueBy<T>(items: readonly T[], names: readonly string[]): T[] {
  return [...new Map(items.map((item, index) => [names[index]!, item])).values()];
}
