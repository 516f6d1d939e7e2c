import { type Config } from '../../../src/config';
import { type RateLimit } from '../../http/family';
import { type Caller } from '../../../src/domain/platform/caller';

/** Share of the limit of a minute that may be used at once. */
const burstShare = 0.1;

/** The rate limit of a key for queries, shared by all routes that answer them. */
export function queryLimit({ RATE_LIMIT_QUERIES_PER_MINUTE: count }: Config, { keyId }: Caller): RateLimit {
  const burst = Math.max(1, Math.floor(count * burstShare));
  const message = 'Too many queries with this key.';
  return { bucket: `queries/${keyId}`, count, seconds: 60, burst, scope: 'queries', message };
}
