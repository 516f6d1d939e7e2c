import { type ApiKeyStore, hashApiKey } from '../../src/stores/platform/api-keys';
import { createCallerCache } from './caller-cache';
import { type ApiContext } from './context';
import { type AccessRule } from './family';
import { RequestError } from './request-error';
import { type AnyRoute, type Caller } from './route';

/** A token in the syntax of RFC 6750, bounded in length before it is hashed. */
const bearerPattern = /^Bearer +([A-Za-z0-9\-._~+/]{16,256}=*)$/i;

/**
 * Creates the function that finds the caller of a request and checks the rights of
 * the key; null on public routes.
 */
export function createAuthenticator(keys: ApiKeyStore, nowMs: () => number) {
  const find = createCallerCache(async (hash) => {
    const row = await keys.findActive(hash);
    return row === null
      ? null
      : {
          keyId: row._id,
          organizationId: row.organizationId,
          environment: row.environment,
          permissions: row.permissions,
        };
  }, nowMs);

  /** @throws RequestError `invalid_api_key`, `permission_denied` */
  return async (ctx: ApiContext, route: AnyRoute): Promise<Caller | null> => {
    if (route.access === 'public') return null;
    const token = bearerPattern.exec(ctx.get('Authorization'))?.[1];
    const caller = token === undefined ? null : await find(hashApiKey(token));
    if (caller === null)
      throw new RequestError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    const rule = accessRule(route);
    if (rule !== null && !rule.grantedBy.some((permission) => caller.permissions.includes(permission)))
      throw new RequestError('permission_denied', { details: { required: rule.named[0] } });
    return caller;
  };
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
