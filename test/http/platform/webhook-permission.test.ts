import { randomUUID } from 'node:crypto';
import { type AnyRoute } from '../../../api/http/route';
import { declaredRoutes } from '../../../src/openapi-document';
import { webhookPermissionFeature } from '../../../src/domain/platform/features';
import { type Environment } from '../../../src/domain/platform/tenancy';
import { newId } from '../../../src/stores/mongo/new-id';
import { type TestKey } from '../../setup/api';
import { base, receiverUrl, startWebhookApi, type WebhookApi } from './webhook-client';

const routes = declaredRoutes().filter(({ tag }) => tag === 'Webhooks');
const byId = routes.filter(({ path }) => path.includes(':endpoint_id'));
const operations = (some: readonly AnyRoute[]) => some.map((route) => [route.operationId, route] as const);

let hooks: WebhookApi;
let organization: string;
beforeAll(async () => {
  hooks = await startWebhookApi({ RATE_LIMIT_DELIVERIES_PER_MINUTE: '10000' });
});
beforeEach(() => {
  organization = `o${randomUUID()}`.slice(0, 40);
});
afterAll(() => hooks.close());

const newKey = (permissions: readonly string[], environment: Environment = 'staging') =>
  hooks.api.createKey({ organization, permissions, environment });

const narrow = (key: TestKey, isEnabled = true) =>
  hooks.api.stores.organizations.setFeature(key.organizationId, webhookPermissionFeature, isEnabled);

/** An endpoint, and a message to it. */
interface Endpoint {
  id: string;
  messageId: string;
}

async function newEndpoint(key: TestKey): Promise<Endpoint> {
  const { endpoint_id: id } = await hooks.create(key);
  const sent = await hooks.call<{ message_id: string }>(key, 'POST', `${base}/${id}/test`);
  expect(sent.status).toBe(202);
  return { id, messageId: sent.body.message_id };
}

const bodies: Record<string, object> = {
  createWebhookEndpoint: { url: receiverUrl },
  updateWebhookEndpoint: { description: 'changed' },
  recoverWebhookEndpoint: { since: new Date(Date.now() - 60_000).toISOString() },
};

function ask(key: TestKey, { operationId, method, path }: AnyRoute, { id, messageId }: Endpoint) {
  const asked = path.replace(':endpoint_id', id).replace(':message_id', messageId);
  return hooks.call(key, method.toUpperCase(), asked, bodies[operationId]);
}

it('these are all routes that manage webhooks', () => {
  expect(routes).toHaveLength(15);
  expect(byId).toHaveLength(12);
  expect(routes.every(({ access }) => access === 'webhooks')).toBe(true);
});

describe.each([[['query']], [['index']], [['webhooks']]])('where nothing is narrowed, a key with %s', (permissions) => {
  it.each(operations(routes))('of another environment may: %s', async (_, route) => {
    const endpoint = await newEndpoint(await newKey(['query', 'index', 'webhooks']));
    const { status, body } = await ask(await newKey(permissions, 'production'), route, endpoint);
    expect([status, body.error]).toEqual(
      route.operationId === 'getWebhookRecovery'
        ? [404, 'recovery_not_found']
        : [expect.any(Number), undefined],
    );
  });
}); // prettier-ignore

describe('where the permission is asked for', () => {
  let owner: TestKey;
  let endpoint: Endpoint;
  beforeEach(async () => {
    owner = await newKey(['webhooks']);
    endpoint = await newEndpoint(owner);
    await narrow(owner);
    hooks.starts.length = 0;
  });

  /** What the owner is told of the endpoint: the same before and after a refused request. */
  const stateOf = async () => [
    (await hooks.call(owner, 'GET', base)).text,
    (await hooks.call(owner, 'GET', `${base}/${endpoint.id}/deliveries`)).text,
    [...hooks.starts],
  ];

  it.each(operations(routes))(
    'a key without it is refused before its input is read: %s',
    async (_, route) => {
      const before = await stateOf();
      const key = await newKey(['query', 'index']);
      const refusal = {
        error: 'permission_denied',
        details: expect.objectContaining({ required: 'webhooks' }) as unknown,
      };
      const { status, body } = await ask(key, route, endpoint);
      expect([status, body]).toEqual([403, expect.objectContaining(refusal)]);
      if (route.body !== undefined) {
        const asked = route.path.replace(':endpoint_id', endpoint.id).replace(':message_id', 'x');
        const wrong = await hooks.call(key, route.method.toUpperCase(), asked, { wrong: true });
        expect(wrong.status).toBe(403);
      }
      expect(await stateOf()).toEqual(before);
    },
  );

  it.each(operations(byId))('an endpoint of another environment is unknown: %s', async (_, route) => {
    const before = await stateOf();
    const key = await newKey(['webhooks', 'query', 'index'], 'production');
    const unknownId = newId('whe_');
    const foreign = await ask(key, route, endpoint);
    const unknown = await ask(key, route, { id: unknownId, messageId: endpoint.messageId });
    expect([foreign.status, foreign.body.error]).toEqual([404, 'endpoint_not_found']);
    const said = ({ text }: { text: string }, id: string) => ({
      ...(JSON.parse(text.replaceAll(id, 'ID')) as object),
      request_id: null,
    });
    expect(said(foreign, endpoint.id)).toEqual(said(unknown, unknownId));
    expect(await stateOf()).toEqual(before);
  });

  it.each(operations(byId))('a key of the environment with the permission may: %s', async (_, route) => {
    const { body } = await ask(await newKey(['webhooks']), route, endpoint);
    expect(body.error).toBe(route.operationId === 'getWebhookRecovery' ? 'recovery_not_found' : undefined);
  });

  it('lists have the endpoints of the environment only', async () => {
    const other = await newKey(['webhooks'], 'development');
    const own = await newEndpoint(other);
    const idsOf = async (key: TestKey) =>
      (await hooks.call<{ endpoints: { endpoint_id: string }[] }>(key, 'GET', base)).body.endpoints.map(
        ({ endpoint_id }) => endpoint_id,
      );
    expect(await idsOf(other)).toEqual([own.id]);
    expect(await idsOf(owner)).toEqual([endpoint.id]);
    await narrow(owner, false);
    expect(await idsOf(owner)).toEqual([own.id, endpoint.id]);
  });

  it('other organizations work as before', async () => {
    organization = `o${randomUUID()}`.slice(0, 40);
    const other = await newEndpoint(await newKey(['query'], 'development'));
    const { status } = await hooks.call(await newKey(['index'], 'production'), 'GET', `${base}/${other.id}`);
    expect(status).toBe(200);
  });
});
