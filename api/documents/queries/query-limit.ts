import { RequestError } from '../../../src/domain/platform/errors';
import { type ApiDeps } from '../../deps';
import { createRateLimiter } from '../../http/rate-limiter';
import { type AnyRoute } from '../../http/route';

/** Queries that may come at once, as a share of a minute's worth. */
const burstShare = 0.1;

/** Counts every request of these routes against the limit that a key has for queries. */
export function limitedQueries(
  { config, monotonicMs, stores }: Pick<ApiDeps, 'config' | 'monotonicMs' | 'stores'>,
  routes: readonly AnyRoute[],
): AnyRoute[] {
  const limiter = createRateLimiter(stores.rateLimits, monotonicMs);
  const perMinute = config.RATE_LIMIT_QUERIES_PER_MINUTE;
  const burst = Math.max(1, Math.floor(perMinute * burstShare));
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      const waitMs = await limiter.take(`queries/${request.caller.keyId}`, perMinute, burst);
      if (waitMs > 0)
        throw new RequestError('rate_limited', {
          message: 'Too many queries with this key.',
          details: { scope: 'queries' },
          retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
        });
      return route.handle(request);
    },
  }));
}
