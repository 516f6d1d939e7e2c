import { type RateLimit } from './rate-limiter';
import { type Config } from '../../src/config';
import { type RateLimitedContext, showRateLimit } from './rate-limit-headers';
import { type RateLimiter } from './rate-limiter';
import { Refusal } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute } from './route';

/**
 * Creates the function that counts a request against the limits of its family, then against the quota of the
 * route. When a limit of the family refuses, the tokens taken from earlier limits are returned. The answer
 * shows the nearest limit.
 *
 * @throws Refusal `rate_limited` with `Retry-After`
 */
export function createLimits(limiter: RateLimiter, config: Config) {
  return async (ctx: RateLimitedContext, caller: Caller, { family, quota }: AnyRoute): Promise<void> => {
    const spent: string[] = [];
    for (const limit of family.limits(caller, config)) {
      await spend(ctx, limiter, limit).catch((error: unknown) => {
        if (error instanceof Refusal) for (const bucket of spent) limiter.giveBack(bucket);
        throw error;
      });
      spent.push(limit.bucket);
    }
    if (quota === undefined) return;
    const { name, scope, count, seconds } = quota;
    // The family counts requests against the key's own rate.
    if (scope === 'key' && caller.ratePerSecond !== null) return;
    const owner = scope === 'key' ? caller.keyId : caller.organizationId;
    await spend(ctx, limiter, { bucket: `${name}/${owner}`, count, seconds, scope });
  };
}

/**
 * Adds one more limit to routes. It counts requests that pass all other checks, before they are handled.
 *
 * @throws Refusal `rate_limited` with `Retry-After`, from the handlers
 */
export function limitedRoutes(
  limiter: RateLimiter,
  limitOf: (caller: Caller) => RateLimit,
  routes: readonly AnyRoute[],
): AnyRoute[] {
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      await spend(request.ctx, limiter, limitOf(request.caller));
      return route.handle(request);
    },
  }));
}

async function spend(ctx: RateLimitedContext, limiter: RateLimiter, limit: RateLimit): Promise<void> {
  const { bucket, count, seconds, burst = count, scope } = limit;
  const { message = `Too many requests for this ${scope}.` } = limit;
  const name = bucket.slice(0, bucket.indexOf('/'));
  const { waitMs, left, fullInMs } = await limiter.take(bucket, (count * 60) / seconds, burst);
  showRateLimit(ctx, { name, count, seconds, left, fullInMs });
  if (waitMs === 0) return;
  throw new Refusal('rate_limited', {
    message,
    details: { scope },
    limit: name,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
