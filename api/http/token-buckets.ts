import { LRUCache } from 'lru-cache';
import { type RateLimitStore } from '../../src/stores/platform/rate-limits';

/** Buckets that one process remembers; beyond it, the least recently used one is forgotten. */
const bucketsMax = 20_000;
/** Tokens drawn in advance, as a share of the limit of a minute; see {@link createTokenBuckets}. */
const advanceShare = 0.01;

interface Bucket {
  tokens: number;
  /** Tokens of the shared bucket after the last draw, with a fraction, and the time of that draw. */
  level: number;
  levelAtMs: number;
  refusedUntilMs: number;
  /** Number of requests that wait for a draw. */
  waiting: number;
  draw: Promise<void> | null;
}

/** Standing of a bucket after a request. */
export interface BucketStanding {
  /** 0 when a token was spent; otherwise the milliseconds until the next one. */
  waitMs: number;
  /** Whole tokens that are left. Exact below 100 a minute; otherwise other processes may have spent some. */
  left: number;
  /** Milliseconds until the bucket is full, without further requests. */
  fullInMs: number;
}

const minuteMs = 60_000;

/**
 * Creates the view of one process on the shared buckets, from which it spends tokens. A process draws tokens
 * from the store in batches: one for each waiting request and one hundredth of a minute's limit in advance. A
 * busy key thus costs one round trip per hundredth of its limit, and a limit below 100 is exact. All
 * processes together never accept more requests than the bucket has given out; each process holds at most one
 * hundredth in advance. An empty bucket is not asked again before its next token is due.
 *
 * When the store cannot be reached, the request fails: it could not be served without the store anyway.
 *
 * @param nowMs a clock that never goes back
 */
export function createTokenBuckets(store: RateLimitStore, nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ max: bucketsMax });

  function bucketOf(id: string): Bucket {
    const known = buckets.get(id);
    if (known !== undefined) return known;
    const bucket: Bucket = {
      tokens: 0,
      level: 0,
      levelAtMs: nowMs(),
      refusedUntilMs: 0,
      waiting: 0,
      draw: null,
    };
    buckets.set(id, bucket);
    return bucket;
  }

  async function draw(id: string, bucket: Bucket, perMinute: number, burst: number): Promise<void> {
    try {
      const wanted = bucket.waiting + Math.floor(perMinute * advanceShare);
      const { granted, level, nextInMs } = await store.draw(id, { perMinute, burst }, wanted);
      bucket.tokens += granted;
      bucket.level = level;
      bucket.levelAtMs = nowMs();
      if (granted < wanted) bucket.refusedUntilMs = nowMs() + nextInMs;
    } finally {
      bucket.draw = null;
    }
  }

  function standing(bucket: Bucket, perMinute: number, burst: number, waitMs: number): BucketStanding {
    const refilled = ((nowMs() - bucket.levelAtMs) * perMinute) / minuteMs;
    const level = Math.min(burst, bucket.level + refilled + bucket.tokens);
    const fullInMs = Math.max(waitMs, ((burst - level) * minuteMs) / perMinute);
    return { waitMs, left: waitMs > 0 ? 0 : Math.floor(level), fullInMs };
  }

  return {
    /**
     * Spends one token, if there is one.
     *
     * @param burst tokens that may be spent at once after a pause; default: the limit of a minute
     */
    async take(id: string, perMinute: number, burst = perMinute): Promise<BucketStanding> {
      const bucket = bucketOf(id);
      bucket.waiting++;
      try {
        for (;;) {
          if (bucket.tokens >= 1) {
            bucket.tokens--;
            return standing(bucket, perMinute, burst, 0);
          }
          const waitMs = bucket.refusedUntilMs - nowMs();
          if (waitMs > 0) return standing(bucket, perMinute, burst, waitMs);
          bucket.draw ??= draw(id, bucket, perMinute, burst);
          await bucket.draw;
        }
      } finally {
        bucket.waiting--;
      }
    },

    /** Returns the token of a request that another bucket refused. */
    refund(id: string): void {
      bucketOf(id).tokens++;
    },
  };
}

export type TokenBuckets = ReturnType<typeof createTokenBuckets>;
