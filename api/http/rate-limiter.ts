import { LRUCache } from 'lru-cache';
import { type RateLimitStore } from '../../src/stores/platform/rate-limits';

/** Buckets that one process remembers; the one not drawn from for longest is forgotten first. */
const bucketsMax = 20_000;
/** Tokens that a draw takes in advance, as a share of a minute's worth; see {@link createRateLimiter}. */
const advanceShare = 0.01;

interface Bucket {
  tokens: number;
  refusedUntilMs: number;
  /** Requests that wait for a draw. */
  waiting: number;
  draw: Promise<void> | null;
}

/**
 * Spends tokens of the shared buckets, drawing them from the store in batches: as many as requests wait, and one hundredth of a
 * minute's worth in advance (so that a busy key costs one round trip per hundred requests, and a limit below 100 is exact). All
 * processes together never let more through than the bucket gave out; tokens that a process holds in advance are at most
 * one hundredth per process. A bucket known to be empty is not asked again before its next token.
 *
 * A store that cannot be reached fails the request: it could not be served without the store anyway.
 *
 * @param nowMs a clock that never goes back
 */
export function createRateLimiter(store: RateLimitStore, nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax });

  function bucketOf(id: string): Bucket {
    const known = buckets.get(id);
    if (known !== undefined) return known;
    const bucket: Bucket = { tokens: 0, refusedUntilMs: 0, waiting: 0, draw: null };
    buckets.set(id, bucket);
    return bucket;
  }

  async function draw(id: string, bucket: Bucket, perMinute: number, burst: number): Promise<void> {
    try {
      const wanted = bucket.waiting + Math.floor(perMinute * advanceShare);
      const { granted, nextInMs } = await store.draw(id, { perMinute, burst }, wanted);
      bucket.tokens += granted;
      if (granted < wanted) bucket.refusedUntilMs = nowMs() + nextInMs;
    } finally {
      bucket.draw = null;
    }
  }

  return {
    /**
     * Spends one token: 0, or the milliseconds until there is one again.
     *
     * @param burst how many may be spent at once after a pause; default a minute's worth
     */
    async take(id: string, perMinute: number, burst = perMinute): Promise<number> {
      const bucket = bucketOf(id);
      bucket.waiting++;
      try {
        for (;;) {
          if (bucket.tokens >= 1) {
            bucket.tokens--;
            return 0;
          }
          const waitMs = bucket.refusedUntilMs - nowMs();
          if (waitMs > 0) return waitMs;
          bucket.draw ??= draw(id, bucket, perMinute, burst);
          await bucket.draw;
        }
      } finally {
        bucket.waiting--;
      }
    },

    /** Gives a token back that was taken for a request which another bucket refused. */
    giveBack(id: string): void {
      bucketOf(id).tokens++;
    },
  };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;
