/** A remembered value, or one that was made for this call. */
export interface Remembered<T> {
  value: T;
  cached: boolean;
}

/**
 * Remembers what was computed for a short while. Equal calls that meet while it is being computed share one
 * computation; a failure is told to all of them, and not remembered. What was computed first is forgotten
 * first when there is too much; a value that is too much by itself is not remembered.
 *
 * @param weightOf what a value counts for in `weightMax`, at least 1
 * @param monotonicMs a clock that never goes back
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
