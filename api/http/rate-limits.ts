import { type Config } from '../../src/config';
import { type Caller } from '../../src/domain/platform/caller';
import { Refusal } from '../../src/domain/platform/refusal';
import { type ApiState, type LimitStanding } from './context';
import { type RateLimit } from './family';
import { type AnyRoute } from './route';
import { type TokenBuckets } from './token-buckets';

/** The parts of a Koa context that show a limit. */
interface RateLimitedContext {
  state: Pick<ApiState, 'nearestLimit'>;
  set(headers: Record<string, string>): void;
}

export interface RateLimitDeps {
  buckets: TokenBuckets;
  config: Config;
}

/**
 * Counts a request against the limits of its family, then against the quota of the route. When a limit of the
 * family refuses, the tokens taken from earlier limits are returned. The answer shows the nearest limit.
 *
 * @throws Refusal `rate_limited` with `Retry-After`
 */
export async function countRequest(
  { buckets, config }: RateLimitDeps,
  ctx: RateLimitedContext,
  caller: Caller,
  { family, quota }: AnyRoute,
): Promise<void> {
  const spent: string[] = [];
  for (const limit of family.limits(caller, config)) {
    await spend(ctx, buckets, limit).catch((error: unknown) => {
      if (error instanceof Refusal) for (const bucket of spent) buckets.refund(bucket);
      throw error;
    });
    spent.push(limit.bucket);
  }
  if (quota === undefined) return;
  const { name, scope, count, seconds } = quota;
  // The family counts requests against the key's own rate.
  if (scope === 'key' && caller.ratePerSecond !== null) return;
  const owner = scope === 'key' ? caller.keyId : caller.organizationId;
  await spend(ctx, buckets, { bucket: `${name}/${owner}`, count, seconds, scope });
}

/**
 * Adds one more limit to routes. It counts requests that pass all other checks, before they are handled.
 *
 * @throws Refusal `rate_limited` with `Retry-After`, from the handlers
 */
export function limitedRoutes(
  buckets: TokenBuckets,
  limitOf: (caller: Caller) => RateLimit,
  routes: readonly AnyRoute[],
): AnyRoute[] {
  return routes.map((route) => ({
    ...route,
    async handle(request) {
      await spend(request.ctx, buckets, limitOf(request.caller));
      return route.handle(request);
    },
  }));
}

async function spend(ctx: RateLimitedContext, buckets: TokenBuckets, limit: RateLimit): Promise<void> {
  const { bucket, count, seconds, burst = count, scope } = limit;
  const { message = `Too many requests for this ${scope}.` } = limit;
  const name = bucket.slice(0, bucket.indexOf('/'));
  const { waitMs, left, fullInMs } = await buckets.take(bucket, (count * 60) / seconds, burst);
  showRateLimit(ctx, { name, count, seconds, left, fullInMs });
  if (waitMs === 0) return;
  throw new Refusal('rate_limited', {
    message,
    details: { scope },
    limit: name,
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  });
}

/**
 * Writes a limit into the headers of the answer, unless one with fewer requests left is there already. The
 * headers are those of draft-ietf-httpapi-ratelimit-headers, revision 11: one item each, in structured
 * fields.
 */
function showRateLimit(ctx: RateLimitedContext, standing: LimitStanding): void {
  const { nearestLimit } = ctx.state;
  if (nearestLimit !== null && nearestLimit.left <= standing.left) return;
  ctx.state.nearestLimit = standing;
  const { name, count, seconds, left, fullInMs } = standing;
  ctx.set({
    RateLimit: `"${name}";r=${left};t=${Math.ceil(fullInMs / 1000)}`,
    'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
  });
}
