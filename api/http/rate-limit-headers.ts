import { type ApiState } from './context';

/** Standing of a limit after a request. */
export interface LimitStanding {
  /** Printable ASCII without quotes and backslashes. */
  name: string;
  /** Requests per `seconds`. */
  count: number;
  seconds: number;
  /** Requests that are accepted at once; 0 when the limit has refused this one. */
  left: number;
  /** Milliseconds until the limit is unused again. */
  fullInMs: number;
}

/** The parts of a Koa context that show a limit. */
export interface RateLimitedContext {
  state: Pick<ApiState, 'nearestLimit'>;
  set(headers: Record<string, string>): void;
}

/**
 * Writes a limit into the headers of the answer, unless one with fewer requests left is there already. The
 * headers are those of draft-ietf-httpapi-ratelimit-headers, revision 11: one item each, in structured fields.
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
