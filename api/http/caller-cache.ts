import { LRUCache } from 'lru-cache';
import { type Caller } from './route';

/** How long a found key is believed: revocation must hold within five seconds, reading the row included. */
const foundTtlMs = 4_000;
/** How long an unknown key is believed to be unknown: shorter, so that a key works soon after it was made. */
const unknownTtlMs = 1_000;
/** Entries of each sort; a flood of made-up keys displaces other made-up keys only. */
const entriesMax = 10_000;

interface Entry {
  caller: Caller | null;
  loadedMs: number;
}

/**
 * Remembers callers by the hash of their key for a few seconds. Requests with one key at the same time load it once; the age
 * of an entry counts from before it was read.
 */
export function createCallerCache(load: (hash: string) => Promise<Caller | null>, nowMs: () => number) {
  const found = new LRUCache<string, Entry>({ max: entriesMax });
  const unknown = new LRUCache<string, Entry>({ max: entriesMax });
  const loading = new Map<string, Promise<Caller | null>>();

  async function read(hash: string): Promise<Caller | null> {
    try {
      const loadedMs = nowMs();
      const caller = await load(hash);
      (caller === null ? found : unknown).delete(hash);
      (caller === null ? unknown : found).set(hash, { caller, loadedMs });
      return caller;
    } finally {
      loading.delete(hash);
    }
  }

  return async (hash: string): Promise<Caller | null> => {
    const entry = found.get(hash) ?? unknown.get(hash);
    if (entry !== undefined && nowMs() - entry.loadedMs < (entry.caller === null ? unknownTtlMs : foundTtlMs))
      return entry.caller;
    const running = loading.get(hash) ?? read(hash);
    loading.set(hash, running);
    return running;
  };
}
