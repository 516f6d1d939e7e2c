import { clientAddress, clientNetwork, type Network } from '../../src/net';
import { type ApiDeps } from '../deps';
import { createCallerCache } from './caller-cache';
import { type ApiContext } from './context';
import { type AccessRule } from './family';
import { Refusal } from '../../src/domain/platform/refusal';
import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute } from './route';
import { createUnknownKeyCount } from './unknown-keys';

/** A token in the syntax of RFC 6750, bounded in length before it is hashed. */
const bearerPattern = /^Bearer +([A-Za-z0-9\-._~+/]{16,8192}=*)$/i;

/**
 * Creates the function that finds the caller of a request and checks the rights of the key. It calls
 * `onFound` with the caller before the checks, except on public routes.
 *
 * @param findCaller the caller of a bearer token; null for an unknown one. Results are cached for seconds
 */
export function createAuthenticator(
  findCaller: (token: string) => Promise<Caller | null>,
  deps: Pick<ApiDeps, 'config' | 'monotonicMs'> & { proxies: readonly Network[] },
) {
  const { config, monotonicMs: nowMs, proxies } = deps;
  const find = createCallerCache(findCaller, nowMs);
  const unknownKeys = createUnknownKeyCount(config.RATE_LIMIT_UNKNOWN_KEYS_PER_MINUTE, nowMs);

  /** @throws Refusal `rate_limited` for a network that sends many unknown keys */
  function refuseUnknown(ctx: ApiContext): void {
    const address = clientAddress(proxies, ctx.req.socket.remoteAddress, ctx.get('X-Forwarded-For'));
    // Without an address, the client has disconnected already.
    const waitMs = address === null ? 0 : unknownKeys.add(clientNetwork(address));
    if (waitMs === 0) return;
    throw new Refusal('rate_limited', {
      message: 'Too many requests with unknown keys from this address.',
      details: { scope: 'address' },
      limit: 'unknown-keys',
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    });
  }

  /** @throws Refusal `invalid_api_key`, `permission_denied`, `rate_limited` */
  return async (ctx: ApiContext, route: AnyRoute, onFound: (caller: Caller) => void): Promise<void> => {
    if (route.access === 'public') return;
    const token = bearerPattern.exec(ctx.get('Authorization'))?.[1];
    const caller = token === undefined ? null : await find(token);
    if (token !== undefined && caller === null) refuseUnknown(ctx);
    if (caller === null || (caller.expiresAt !== null && caller.expiresAt <= Date.now()))
      throw new Refusal('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    onFound(caller);
    const headers = route.family.admit?.(caller, ctx.get('Origin') || null);
    if (headers !== undefined) ctx.set(headers);
    requireRight(caller, route);
  };
}

/** Refuses a caller who lacks the right that a route requires. @throws Refusal `permission_denied` */
export function requireRight(caller: Caller, route: AnyRoute): void {
  if (!mayCall(caller, route))
    throw new Refusal('permission_denied', { details: { required: accessRule(route)!.named[0] } });
}

/** Whether a caller has the right that a route requires. */
export function mayCall({ permissions }: Caller, route: AnyRoute): boolean {
  const rule = accessRule(route);
  return rule === null || rule.grantedBy.some((permission) => permissions.includes(permission));
}

/**
 * The right that a route requires of a key; null when it accepts any key or needs none.
 *
 * @throws Error for a right that the route's family does not define
 */
export function accessRule({ access, family, operationId }: AnyRoute): AccessRule | null {
  if (access === 'public' || access === 'key') return null;
  const rule = family.access[access];
  if (rule === undefined) throw new Error(`${operationId} asks for ${access}, which its family has not`);
  return rule;
}
