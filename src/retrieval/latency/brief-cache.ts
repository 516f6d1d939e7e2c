/** A cached value, or one computed for this call. */
export interface Remembered<T> {
  value: T;
  cached: boolean;
}

/**
 * Creates a cache for a short time. Concurrent equal calls share one computation; a failure goes to all of
 * them and is not cached. When the weight is exceeded, the oldest values go first; a value above the limit by
 * itself is not cached.
 *
 * @param weightOf weight of a value towards `weightMax`, at least 1
 * @param monotonicMs a monotonic clock
 */
export function createBriefCache<T>({
  ttlMs,
  weightMax,
  weightOf,
  monotonicMs,
}: {
  ttlMs: number;
  weightMax: number;
  weightOf: (value: T) => number;
  monotonicMs: () => number;
}) {
  const entries = new Map<string, { value: T; untilMs: number; weight: number }>();
  const running = new Map<string, Promise<T>>();
  let weightKept = 0;

  function forget(key: string): void {
    weightKept -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  }

  function keep(key: string, value: T): void {
    forget(key);
    const weight = weightOf(value);
    if (weight > weightMax) return;
    for (const oldest of entries.keys()) {
      if (weightKept + weight <= weightMax) break;
      forget(oldest);
    }
    entries.set(key, { value, untilMs: monotonicMs() + ttlMs, weight });
    weightKept += weight;
  }

  async function computeAndKeep(key: string, compute: () => Promise<T>): Promise<T> {
    try {
      const value = await compute();
      keep(key, value);
      return value;
    } finally {
      running.delete(key);
    }
  }

  return {
    /** The value of a key. With `refresh` a finished value is not reused. */
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
