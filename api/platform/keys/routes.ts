import { type Caller } from '../../../src/domain/platform/caller';
import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { type Family } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import { presentedKey, type PresentedKey } from './schema';

/** The route by which a key tells what it is. */
export function keyRoutes(family: Family<PlatformErrorCode>): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v2/key',
      family,
      operationId: 'getKey',
      tag: 'Keys',
      summary: 'Get the key of the request',
      description: 'The owner, the permissions and the end of the key, or of the token, that is presented.',
      access: 'key',
      responses: { 200: { description: 'The key, without its text.', schema: presentedKey } },
      errors: [],
      handle: ({ caller }) => Promise.resolve({ status: 200, body: presentKey(caller) }),
    }),
  ];
}

function presentKey({ keyId, expiresAt, ratePerSecond, ...owner }: Caller): PresentedKey {
  const { organizationId, environment, permissions } = owner;
  return {
    key_id: keyId,
    organization_id: organizationId,
    environment,
    permissions: [...permissions],
    requests_per_second: ratePerSecond,
    expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  };
}
