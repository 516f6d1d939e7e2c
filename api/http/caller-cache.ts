import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Caller } from '../../src/domain/platform/caller';

/**
 * Lifetime of a found key in the cache. Revocation takes effect within five seconds,
 * including the read of the row.
 */
const foundTtlMs = 4_000;
/** Lifetime of an unknown key in the cache: shorter, so that a new key works soon after its creation. */
const unknownTtlMs = 1_000;
/** Most entries for found and for unknown keys each; a flood of invented keys displaces only unknown ones. */
const entriesMax = 10_000;

interface Entry {
  caller: Caller | null;
  loadedMs: number;
}

/**
 * Caches callers by the hash of their token for a few seconds. Concurrent requests with the same token load it
 * once. The age of an entry counts from before its read.
 */
export function createCallerCache(load: (token: string) => Promise<Caller | null>, nowMs: () => number) {
  const found = new LRUCache<string, Entry>({ max: entriesMax });
  const unknown = new LRUCache<string, Entry>({ max: entriesMax });
  const loading = new Map<string, Promise<Caller | null>>();

  async function read(hash: string, token: string): Promise<Caller | null> {
    try {
      const loadedMs = nowMs();
      const caller = await load(token);
      (caller === null ? found : unknown).delete(hash);
      (caller === null ? unknown : found).set(hash, { caller, loadedMs });
      return caller;
    } finally {
      loading.delete(hash);
    }
  }

  return async (token: string): Promise<Caller | null> => {
    const hash = createHash('sha256').update(token).digest('base64url');
    const entry = found.get(hash) ?? unknown.get(hash);
    if (entry !== undefined && nowMs() - entry.loadedMs < (entry.caller === null ? unknownTtlMs : foundTtlMs))
      return entry.caller;
    const running = loading.get(hash) ?? read(hash, token);
    loading.set(hash, running);
    return running;
  };
}
