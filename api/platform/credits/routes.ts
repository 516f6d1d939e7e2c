import { type PlatformErrorCode } from '../../../src/domain/platform/errors';
import { type ApiDeps } from '../../deps';
import { type Grant } from '../../http/family';
import { type AnyRoute, defineRoute } from '../../http/route';
import { creditAccount } from './schema';

/** The route for the credits of an organization. */
export function creditRoutes<Access extends string>(
  { stores }: ApiDeps,
  { family, access }: Grant<PlatformErrorCode, Access>,
): AnyRoute[] {
  return [
    defineRoute({
      method: 'get',
      path: '/v2/credits',
      family,
      operationId: 'getCredits',
      tag: 'Credits',
      summary: 'Get the credits',
      description:
        'Credits of the organization, over all environments. A job sets credits aside while it runs and is ' +
        'charged before it can be seen as completed.',
      access,
      responses: { 200: { description: 'The credits right now.', schema: creditAccount } },
      errors: [],
      async handle({ caller: { organizationId } }) {
        const account = await stores.credits.account(organizationId);
        return { status: 200, body: { organization_id: organizationId, ...account } };
      },
    }),
  ];
}
