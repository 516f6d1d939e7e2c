import { isSearchUnavailable } from './search-unavailable';

/** What the search engine has lost: numbers of indexes. */
export interface MissingCounts {
  documents: number;
  products: number;
}

/** Time for which a count is kept, since counting costs a request and reads. */
const keptMs = 60_000;

/**
 * Counts what the search engine has lost, at most once a minute however often it is asked.
 *
 * @param monotonicMs clock
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

  /** The kept count, or a new one. A search engine that is away has lost nothing. */
  async function known(): Promise<MissingCounts | null> {
    const counted = counts().catch((error: unknown) => {
      if (isSearchUnavailable(error)) return last;
      throw error;
    });
    if (last === null) return counted;
    // The next count of the program's own tells of a failure.
    counted.catch(() => undefined);
    return last;
  }

  return {
    counts,
    /** The numbers that were counted last; null before the first. */
    last: () => last,
    /** By the last count. @throws while indexes are missing */
    async check(): Promise<void> {
      const { documents = 0, products = 0 } = (await known()) ?? {};
      if (documents + products > 0)
        throw new Error(
          `${documents} indexes of documents and ${products} of products are missing: npm run admin -- indexes rebuild-missing`,
        );
    },
  };
}
