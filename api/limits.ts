import { RequestError } from '../src/domain/errors';
import { type Config } from '../src/config';
import { type RateLimiter } from './rate-limiter';
import { type Caller } from './route';

/** Counts a request against its key and its organization. @throws RequestError `rate_limited` with `Retry-After` */
export function createLimits(limiter: RateLimiter, config: Config) {
  return async ({ keyId, organizationId }: Caller): Promise<void> => {
    const key = `key/${keyId}`;
    const keyWaitMs = await limiter.take(key, config.RATE_LIMIT_KEY_PER_MINUTE);
    if (keyWaitMs > 0) throw refusal('key', keyWaitMs);
    const waitMs = await limiter.take(
      `organization/${organizationId}`,
      config.RATE_LIMIT_ORGANIZATION_PER_MINUTE,
    );
    if (waitMs === 0) return;
    limiter.giveBack(key);
    throw refusal('organization', waitMs);
  };
}

function refusal(scope: 'key' | 'organization', waitMs: number): RequestError {
  return new RequestError('rate_limited', {
    message: `Too many requests for this ${scope}.`,
    details: { scope },
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}
