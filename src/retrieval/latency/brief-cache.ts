/** A remembered value, or one that was made for this call. */
export interface Remembered<T> {
  value: T;
  cached: boolean;
}

/**
 * Remembers what was computed for a short while. Equal calls that meet while it is being computed share one computation; a
 * failure is told to all of them, and not remembered.
 *
 * @param monotonicMs a clock that never goes back
 */
export function createBriefCache<T>({
  ttlMs,
  entriesMax,
  monotonicMs,
}: {
  ttlMs: number;
  entriesMax: number;
  monotonicMs: () => number;
}) {
  const entries = new Map<string, { value: T; untilMs: number }>();
  const running = new Map<string, Promise<T>>();

  async function computeAndKeep(key: string, compute: () => Promise<T>): Promise<T> {
    try {
      const value = await compute();
      entries.delete(key);
      if (entries.size >= entriesMax) entries.delete(entries.keys().next().value!);
      entries.set(key, { value, untilMs: monotonicMs() + ttlMs });
      return value;
    } finally {
      running.delete(key);
    }
  }

  return {
    /** The value of a key. With `refresh` it is never one that was finished before. */
    async get(
      key: string,
      { refresh }: { refresh: boolean },
      compute: () => Promise<T>,
    ): Promise<Remembered<T>> {
      const known = entries.get(key);
      if (!refresh && known !== undefined && monotonicMs() < known.untilMs)
        return { value: known.value, cached: true };
      let computation = running.get(key);
      if (computation === undefined) {
        computation = computeAndKeep(key, compute);
        running.set(key, computation);
      }
      return { value: await computation, cached: false };
    },
  };
}
