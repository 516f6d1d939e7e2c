import { RequestError } from '../../src/domain/platform/errors';
import { type Config } from '../../src/config';
import { type RateLimiter } from './rate-limiter';
import { type AnyRoute, type Caller } from './route';

/** Counts a request against its key, its organization and the route's own quota. @throws RequestError `rate_limited` with `Retry-After` */
export function createLimits(limiter: RateLimiter, config: Config) {
  return async ({ keyId, organizationId }: Caller, quota: AnyRoute['quota']): Promise<void> => {
    const key = `key/${keyId}`;
    const keyWaitMs = await limiter.take(key, config.RATE_LIMIT_KEY_PER_MINUTE);
    if (keyWaitMs > 0) throw refusal('key', keyWaitMs);
    const waitMs = await limiter.take(
      `organization/${organizationId}`,
      config.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
    );
    if (waitMs > 0) {
      limiter.giveBack(key);
      throw refusal('organization', waitMs);
    }
    if (quota === undefined) return;
    const quotaWaitMs = await limiter.take(`${quota.name}/${organizationId}`, quota.perMinute);
    if (quotaWaitMs > 0) throw refusal('organization', quotaWaitMs);
  };
}

function refusal(scope: 'key' | 'organization', waitMs: number): RequestError {
  return new RequestError('rate_limited', {
    message: `Too many requests for this ${scope}.`,
    details: { scope },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
