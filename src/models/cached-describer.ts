import { createHash } from 'node:crypto';
import { type ChunkText, type Describer, type Description } from './describer';
import { inLanes } from './in-lanes';

const concurrentTextsMax = 4;

/** Descriptions by key; `src/stores/platform/descriptions.ts` is the real one. */
export interface DescriptionCache {
  /** The descriptions that are there, by their key's hexadecimal form. */
  read(keys: readonly Uint8Array[]): Promise<Map<string, Description>>;
  write(key: Uint8Array, description: Description): Promise<void>;
}

/**
 * Describes texts that were not described of late. Each answer that had to be asked for is kept as soon as it
 * is there, so that who tries again after a failure asks for the others alone; requests under way when one
 * fails are waited for. Organizations share nothing. A describer that asks no model is not cached.
 *
 * @returns one for each text, in order
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
    // Not `going`: what is asked is paid for, also where another text fails meanwhile.
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
