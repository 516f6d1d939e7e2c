import { RequestError } from '../../src/domain/platform/errors';
import { type Permission } from '../../src/domain/platform/tenancy';
import { type ApiKeyStore, hashApiKey } from '../../src/stores/platform/api-keys';
import { createCallerCache } from './caller-cache';
import { type ApiContext } from './context';
import { type AnyRoute, type Caller } from './route';

/** A token that could be a key: characters of RFC 6750, bounded before anything is hashed. */
const bearerPattern = /^Bearer +([A-Za-z0-9\-._~+/]{16,256}=*)$/i;

/** Finds the caller of a request and checks what the key may do; null on public routes. */
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
  return async (ctx: ApiContext, access: AnyRoute['access']): Promise<Caller | null> => {
    if (access === 'public') return null;
    const token = bearerPattern.exec(ctx.get('Authorization'))?.[1];
    const caller = token === undefined ? null : await find(hashApiKey(token));
    if (caller === null)
      throw new RequestError('invalid_api_key', { headers: { 'WWW-Authenticate': 'Bearer' } });
    if (access !== 'key' && !permits(caller.permissions, access)) {
      throw new RequestError('permission_denied', { details: { required: requiredPermission(access) } });
    }
    return caller;
  };
}

/** What a caller who lacks it is told to ask for. */
export function requiredPermission(access: 'read' | Permission): Permission {
  return access === 'read' ? 'query' : access;
}

function permits(granted: readonly Permission[], required: 'read' | Permission): boolean {
  if (required === 'read') return granted.includes('query') || granted.includes('index');
  return granted.includes(required) || (required === 'webhooks' && granted.length > 0);
}
