import { createHash } from 'node:crypto';
import { withJoinedSignal } from '../../joined-signal';
import { ModelError } from '../describer';
import { type Embedder } from './embedder';

/** Cache of vectors by key; `src/stores/platform/embeddings.ts` implements it. */
export interface EmbeddingCache {
  /** The cached vectors, by the key's hexadecimal form. */
  read(keys: readonly Uint8Array[]): Promise<Map<string, Float32Array>>;
  write(entries: readonly { key: Uint8Array; vector: Float32Array }[]): Promise<void>;
}

/** Vectors of texts, and for how many of them the model was called. */
export interface CachedVectors {
  /** Vectors in the order of the texts. */
  vectors: Float32Array[];
  embedded: number;
}

/**
 * Embeds texts of documents, using cached vectors. A text is embedded once per organization and model, within
 * a call and between calls. Organizations share no entries: the time of an answer must not reveal what
 * another one has embedded.
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

/** Keys of those texts that have no cached vector, each once. */
export async function missingTexts(
  deps: CachedEmbedder,
  organizationId: string,
  texts: readonly string[],
): Promise<string[]> {
  const { missing } = await readKnown(deps, organizationId, texts);
  return missing.map(({ name }) => name);
}

/** Limits on the embedding of texts that are not cached. */
export interface EmbeddingBounds {
  /** Most texts that are embedded. */
  newTextsMax: number;
  withinMs: number;
}

/**
 * Vectors of cached texts, and of further ones within the bounds; null for the others, and when the model
 * fails. Otherwise as {@link embedCached}.
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

/** A model, with the cache of its vectors. */
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
