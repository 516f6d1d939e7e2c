import { createHash } from 'node:crypto';
import { type ChunkText, type Describer, type Description } from './describer';
import { inLanes } from './in-lanes';

const concurrentTextsMax = 4;

/** Cache of descriptions by key; `src/stores/platform/descriptions.ts` implements it. */
export interface DescriptionCache {
  /** The cached descriptions, by the key's hexadecimal form. */
  read(keys: readonly Uint8Array[]): Promise<Map<string, Description>>;
  write(key: Uint8Array, description: Description): Promise<void>;
}

/**
 * Describes texts, using cached descriptions. Each new answer is cached as soon as it arrives, so that a
 * retry after a failure asks only for the others; when one request fails, running ones are awaited.
 * Organizations share no entries. A describer without a model is not cached.
 *
 * @returns one description for each text, in order
 * @throws as `describer.describe` and the cache do
 */
export async function describeCached(
  { describer, cache }: { describer: Describer; cache: DescriptionCache },
  organizationId: string,
  texts: readonly ChunkText[],
  signal: AbortSignal,
): Promise<Description[]> {
  const { model } = describer;
  if (model === null) return describer.describe(texts, signal);
  const wanted = texts.map((text) => {
    const key = cacheKey(model, organizationId, text);
    return { text, key, name: key.toString('hex') };
  });
  const unique = [...new Map(wanted.map((one) => [one.name, one])).values()];
  const known = await cache.read(unique.map(({ key }) => key));
  const missing = unique.filter(({ name }) => !known.has(name));
  await inLanes(missing, concurrentTextsMax, signal, async ({ text, key, name }, going) => {
    going.throwIfAborted();
    // Without the group's signal: a request costs money, so that it is finished and cached even when another
    // one fails.
    const [description] = await describer.describe([text], signal);
    await cache.write(key, description!);
    known.set(name, description!);
  });
  return wanted.map(({ name }) => known.get(name)!);
}

function cacheKey(model: string, organizationId: string, { text, headers }: ChunkText): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([model, organizationId, headers, text]))
    .digest();
}
