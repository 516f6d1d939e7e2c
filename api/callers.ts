import { hashApiKey } from '../src/stores/platform/api-keys';
import { type ApiDeps } from './deps';
import { type Caller } from './http/route';
import { findProductCaller, grantedScope, isProductToken } from './products/keys/find-caller';

/** Creates the function that finds the caller of a bearer token, by the form of the token. */
export function createCallerFinder(deps: Pick<ApiDeps, 'stores' | 'sealer' | 'log'>) {
  return async (token: string): Promise<Caller | null> =>
    isProductToken(token) ? findProductCaller(deps, token) : findKeyCaller(deps, token);
}

async function findKeyCaller({ stores }: Pick<ApiDeps, 'stores'>, text: string): Promise<Caller | null> {
  const row = await stores.apiKeys.findActive(hashApiKey(text));
  if (row === null) return null;
  const { _id: keyId, organizationId, environment, permissions } = row;
  const scope = grantedScope(keyId, permissions);
  return { keyId, organizationId, environment, permissions, expiresAt: null, ratePerSecond: null, scope };
}
