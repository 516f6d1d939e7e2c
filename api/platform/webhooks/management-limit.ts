import { RequestError } from '../../../src/domain/platform/errors';
import { type ApiDeps } from '../../deps';
import { createRateLimiter } from '../../http/rate-limiter';
import { type AnyRoute } from '../../http/route';

/** Counts every request of these routes against the limit that an organization has for managing webhooks. */
export function limitedRoutes(
  { config, monotonicMs, stores }: Pick<ApiDeps, 'config' | 'monotonicMs' | 'stores'>,
  routes: readonly AnyRoute[],
): AnyRoute[] {
  const limiter = createRateLimiter(stores.rateLimits, monotonicMs);
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      const bucket = `webhooks/${request.caller.organizationId}`;
      const waitMs = await limiter.take(bucket, config.RATE_LIMIT_WEBHOOKS_PER_MINUTE);
      if (waitMs > 0) {
        throw new RequestError('rate_limited', {
          message: 'Too many requests that manage webhooks.',
          details: { scope: 'webhooks' },
          retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
        });
      }
      return route.handle(request);
    },
  }));
}
