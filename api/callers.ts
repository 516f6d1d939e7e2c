import { hashApiKey } from '../src/stores/platform/api-keys';
import { type ApiDeps } from './deps';
import { type Caller } from '../src/domain/platform/caller';
import { findProductCaller, grantedScope, isProductToken, type KnownKey } from './products/keys/find-caller';

/** Creates the function that finds the caller of a bearer token, by the form of the token. */
export function createCallerFinder(deps: Pick<ApiDeps, 'stores' | 'sealer' | 'log'>) {
  return async (token: string): Promise<Caller | null> => {
    const find = isProductToken(token) ? findProductCaller : findKeyCaller;
    const known = await find(deps, token);
    if (known === null) return null;
    return { ...known, operators: await deps.stores.organizations.operatorsOf(known.organizationId) };
  };
}

async function findKeyCaller({ stores }: Pick<ApiDeps, 'stores'>, text: string): Promise<KnownKey | null> {
  const row = await stores.apiKeys.findActive(hashApiKey(text));
  if (row === null) return null;
  const { _id: keyId, organizationId, environment, permissions } = row;
  const expiresAt = row.expiresAt?.getTime() ?? null;
  const scope = grantedScope(keyId, permissions);
  return { keyId, organizationId, environment, permissions, expiresAt, ratePerSecond: null, scope };
}
