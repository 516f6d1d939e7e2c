import { LRUCache } from 'lru-cache';

/** Networks that one process remembers; beyond it, the one without requests for longest is forgotten. */
const networksMax = 10_000;
const minuteMs = 60_000;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/**
 * Counts requests with unknown keys by network, in this process. Requests with known keys are not counted:
 * networks are shared.
 *
 * @param nowMs a clock that never goes back
 */
export function createUnknownKeyCount(perMinute: number, nowMs: () => number) {
  const buckets = new LRUCache<string, Bucket>({ max: networksMax });
  return {
    /**
     * Counts a request; returns the milliseconds until the network may send another one, 0 within the limit.
     */
    add(network: string): number {
      const now = nowMs();
      const { tokens, filledAtMs } = buckets.get(network) ?? { tokens: perMinute, filledAtMs: now };
      const filled = Math.min(perMinute, tokens + ((now - filledAtMs) * perMinute) / minuteMs);
      const isWithin = filled >= 1;
      buckets.set(network, { tokens: isWithin ? filled - 1 : filled, filledAtMs: now });
      return isWithin ? 0 : Math.ceil(((1 - filled) * minuteMs) / perMinute);
    },
  };
}
