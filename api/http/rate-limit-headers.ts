import { type LimitStanding } from './context';
import { type ApiState } from './context';

/** The parts of a Koa context that show a limit. */
export interface RateLimitedContext {
  state: Pick<ApiState, 'nearestLimit'>;
  set(headers: Record<string, string>): void;
}

/**
 * Writes a limit into the headers of the answer, unless one with fewer requests left is there already. The
 * headers are those of draft-ietf-httpapi-ratelimit-headers, revision 11: one item each, in structured
 * fields.
 */
export function showRateLimit(ctx: RateLimitedContext, standing: LimitStanding): void {
  const { nearestLimit } = ctx.state;
  if (nearestLimit !== null && nearestLimit.left <= standing.left) return;
  ctx.state.nearestLimit = standing;
  const { name, count, seconds, left, fullInMs } = standing;
  ctx.set({
    RateLimit: `"${name}";r=${left};t=${Math.ceil(fullInMs / 1000)}`,
    'RateLimit-Policy': `"${name}";q=${count};w=${seconds}`,
  });
}
