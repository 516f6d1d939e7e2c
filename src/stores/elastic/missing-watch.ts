import { isSearchUnavailable } from './search-unavailable';

/** Numbers of indexes that the search engine has lost. */
export interface MissingCounts {
  documents: number;
  products: number;
}

/** Time for which a count is cached, since counting takes requests and reads. */
const keptMs = 60_000;

/**
 * Counts lost indexes, at most once a minute.
 *
 * @param monotonicMs a monotonic clock
 */
export function createMissingWatch(
  find: () => Promise<MissingCounts>,
  { monotonicMs }: { monotonicMs: () => number },
) {
  let last: MissingCounts | null = null;
  let countedAtMs = -Infinity;
  let counting: Promise<MissingCounts> | null = null;

  async function count(): Promise<MissingCounts> {
    const begunMs = monotonicMs();
    last = await find();
    countedAtMs = begunMs;
    return last;
  }

  async function counts(): Promise<MissingCounts> {
    if (last !== null && monotonicMs() - countedAtMs < keptMs) return last;
    counting ??= count().finally(() => {
      counting = null;
    });
    return counting;
  }

  /**
   * The cached count, or a new one. Null when the search engine is unavailable, which does not mean a loss.
   */
  async function known(): Promise<MissingCounts | null> {
    const counted = counts().catch((error: unknown) => {
      if (isSearchUnavailable(error)) return last;
      throw error;
    });
    if (last === null) return counted;
    // The program's own periodic count reports failures.
    counted.catch(() => undefined);
    return last;
  }

  return {
    counts,
    /** The last count; null before the first. */
    last: () => last,
    /** Checks the last count. @throws while indexes are missing */
    async check(): Promise<void> {
      const { documents = 0, products = 0 } = (await known()) ?? {};
      if (documents + products > 0)
        throw new Error(
          `${documents} indexes of documents and ${products} of products are missing: npm run admin -- indexes rebuild-missing`,
        );
    },
  };
}
