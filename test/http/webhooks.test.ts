import { randomUUID } from 'node:crypto';
import {
  acceptedRecovery,
  createdEndpoint,
  endpointList,
  endpointResource,
  type EndpointResource,
  eventTypeList,
  rotatedSecret,
} from '../../api/schemas/webhooks';
import { ENVIRONMENTS } from '../../src/domain/tenancy';
import { createGuardedClient, OutboundError } from '../../src/net';
import { newId } from '../../src/stores/new-id';
import { startApi, type TestApi, type TestKey } from '../setup/api';
import { type ErrorBody } from './upload-client';

type Created = EndpointResource & { secret: string };

const names: Record<string, string[]> = {
  'hooks.example': ['93.184.215.14'],
  'private.example': ['10.1.2.3'],
  'mixed.example': ['93.184.215.14', '192.168.1.1'],
};
const outbound = createGuardedClient({
  allowCidrs: [],
  resolve: (host) => {
    const found = /^[\d.:a-f]+$/.test(host) ? [host] : names[host];
    return found === undefined
      ? Promise.reject(new OutboundError('dns', 'The name of the server could not be resolved.'))
      : Promise.resolve(found);
  },
});
const url = 'https://hooks.example/in';
const base = '/v2/webhooks/endpoints';

let api: TestApi;
let starts: { start: string; input: unknown }[];
beforeAll(async () => {
  const noting = (start: string) => (input: unknown) => {
    starts.push({ start, input });
    return Promise.resolve();
  };
  api = await startApi({
    env: { RATE_LIMIT_WEBHOOKS_PER_MINUTE: '10000', PUBLIC_URL: 'https://sheaf.example' },
    deps: () => ({
      outbound,
      jobs: {
        startDelivery: noting('startDelivery'),
        resendDelivery: noting('resendDelivery'),
        startRecovery: noting('startRecovery'),
      } as never,
    }),
  });
});
beforeEach(() => {
  starts = [];
});
afterAll(async () => {
  await api.close();
  await outbound.close();
});

/** A key of an organization of its own. */
const newKey = () => api.createKey({ organization: `o${randomUUID()}`.slice(0, 40) });
const call = <T = ErrorBody>(key: TestKey, method: string, path: string, json?: unknown) =>
  api.request<T>(path, { key: key.text, method, ...(json === undefined ? {} : { json }) });
async function create(key: TestKey, fields: object = {}): Promise<Created> {
  const { status, body, text } = await call<Created>(key, 'POST', base, { url, ...fields });
  if (status !== 201) throw new Error(text);
  return body;
}

describe('creating', () => {
  it('answers the endpoint and, this once, its secret', async () => {
    const key = await newKey();
    const created = await create(key);
    expect(createdEndpoint.parse(created)).toEqual(created);
    expect(created).toMatchObject({
      url,
      event_types: [],
      channels: null,
      include_collection_name: true,
      disabled: false,
      last_delivery: null,
    });
    expect(created.secret).toMatch(/^whsec_/);
    const one = await call<EndpointResource>(key, 'GET', `${base}/${created.endpoint_id}`);
    const { secret, ...rest } = created;
    expect(one.body).toEqual(rest);
    const list = await call<{ endpoints: EndpointResource[] }>(key, 'GET', base);
    expect(endpointList.parse(list.body)).toEqual({ endpoints: [rest] });
    const row = await api.mongo.db
      .collection('webhook_endpoints')
      .findOne({ url, organizationId: key.organizationId });
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });

  it('keeps every setting', async () => {
    const settings = {
      description: 'mine',
      event_types: ['job.failed', 'job.timed_out'],
      collection_ids: ['col_1', 'col_2'],
      sync_ids: ['sync_1'],
      sources: ['api', 'sync'],
      include_collection_name: false,
      disabled: true,
    };
    const created = await create(await newKey(), settings);
    expect(created).toMatchObject({ ...settings, disabled_reason: 'manual' });
    expect(created.disabled_at).not.toBeNull();
  });

  const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`);
  it.each([
    ['not https', { url: 'http://hooks.example/' }, 'invalid_url', null],
    ['no URL', { url: 'hooks' }, 'invalid_url', null],
    ['a password in the URL', { url: 'https://a:b@hooks.example/' }, 'invalid_url', null],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url_not_public', null],
    ['a name of a private address', { url: 'https://private.example/' }, 'url_not_public', null],
    ['a name with one private address', { url: 'https://mixed.example/' }, 'url_not_public', null],
    ['a name that nobody has', { url: 'https://nobody.example/' }, 'url_not_public', null],
    [
      'an unknown event',
      { event_types: ['job.started'] },
      'unknown_event_type',
      { event_type: 'job.started' },
    ],
    ['a long list', { sync_ids: ids(11) }, 'filter_list_too_long', { list: 'sync_ids', length: 11, max: 10 }],
    [
      'many combinations',
      { collection_ids: ids(5), sync_ids: ids(3) },
      'too_many_filter_combinations',
      { combinations: 15 },
    ],
    [
      'syncs without their source',
      { sync_ids: ids(1), sources: ['api'] },
      'sync_filter_requires_sync_source',
      null,
    ],
    ['an unknown field', { channel: 1 }, 'validation_error', null],
    ['channels, which are read only', { channels: ['a'] }, 'validation_error', null],
    ['an unknown source', { sources: ['console'] }, 'validation_error', null],
    ['a long description', { description: 'x'.repeat(201) }, 'validation_error', null],
    ['null for a list', { sync_ids: null }, 'validation_error', null],
  ])('with %s is refused, and leaves nothing', async (_, fields, error, details) => {
    const key = await newKey();
    const { status, body } = await call(key, 'POST', base, { url, ...fields });
    expect({ status, error: body.error }).toEqual({ status: 400, error });
    if (details !== null) expect(body.details).toMatchObject(details);
    expect((await call<{ endpoints: unknown[] }>(key, 'GET', base)).body.endpoints).toEqual([]);
  });

  it('of 40 at once exactly 20 succeed, and a deleted one makes room', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => call<Created>(key, 'POST', base, { url })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused)
      expect([status, (body as unknown as ErrorBody).error]).toEqual([409, 'endpoint_limit_reached']);
    expect((await call(key, 'DELETE', `${base}/${made[0]!.body.endpoint_id}`)).status).toBe(200);
    await create(key);
    expect((await call(key, 'POST', base, { url })).status).toBe(409);
  });
});

describe('changing', () => {
  const lists = { collection_ids: ['col_1'], sync_ids: ['sync_1'], sources: ['sync'] };

  it.each([
    ['nothing', {}, {}],
    ['the description', { description: 'new' }, { description: 'new' }],
    [
      'one list replaces all three',
      { collection_ids: ['col_9'] },
      { collection_ids: ['col_9'], sync_ids: [], sources: [] },
    ],
    ['an empty list removes the filter', { sources: [] }, { collection_ids: [], sync_ids: [], sources: [] }],
    ['events leave the lists alone', { event_types: ['job.failed'] }, { event_types: ['job.failed'] }],
  ])('%s', async (_, change, effect) => {
    const key = await newKey();
    const { secret: _secret, ...before } = await create(key, lists);
    const { status, body } = await call<EndpointResource>(
      key,
      'PATCH',
      `${base}/${before.endpoint_id}`,
      change,
    );
    expect(status).toBe(200);
    expect(endpointResource.parse(body)).toEqual({ ...before, ...effect, updated_at: body.updated_at });
  });

  it('disables and enables, and says why and since when', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const patch = async (disabled: boolean) =>
      (await call<EndpointResource>(key, 'PATCH', `${base}/${endpoint_id}`, { disabled })).body;
    const once = await patch(true);
    expect(once).toMatchObject({ disabled: true, disabled_reason: 'manual' });
    expect((await patch(true)).disabled_at).toBe(once.disabled_at);
    expect(await patch(false)).toMatchObject({ disabled: false, disabled_reason: null, disabled_at: null });
  });

  it.each([
    ['an address that is not public', { url: 'https://127.0.0.1/' }, 'url_not_public'],
    ['an address without https', { url: 'http://hooks.example/' }, 'invalid_url'],
    [
      'a filter that breaks a rule',
      { sync_ids: ['s'], sources: ['api'] },
      'sync_filter_requires_sync_source',
    ],
    ['an unknown event', { event_types: ['x'] }, 'unknown_event_type'],
  ])('to %s is refused and changes nothing', async (_, change, error) => {
    const key = await newKey();
    const { secret: _secret, ...before } = await create(key);
    const path = `${base}/${before.endpoint_id}`;
    expect((await call(key, 'PATCH', path, change)).body.error).toBe(error);
    expect((await call(key, 'GET', path)).body).toEqual(before);
  });
});

it('any key of the organization, of every environment and permission, manages the same endpoints; others see none', async () => {
  const organization = `o${randomUUID()}`.slice(0, 40);
  const owner = await api.createKey({ organization });
  const { endpoint_id } = await create(owner);
  for (const environment of ENVIRONMENTS)
    for (const permission of ['query', 'index', 'webhooks'] as const) {
      const key = await api.createKey({ organization, environment, permissions: [permission] });
      expect((await call(key, 'GET', `${base}/${endpoint_id}`)).status).toBe(200);
    }
  const stranger = await newKey();
  const routes = [
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['GET', '/deliveries/msg_1/attempts'],
    ['POST', '/deliveries/msg_1/resend'],
    ['POST', '/recover', { since: new Date().toISOString() }],
    ['POST', '/rotate-secret'],
  ] as const;
  for (const id of [endpoint_id, newId('whe_'), 'whe_1', '..%2F', 'x'.repeat(2_000)])
    for (const [method, path, json] of routes) {
      const { status, body } = await call(stranger, method, `${base}/${id}${path}`, json);
      expect([status, body.error]).toEqual([404, 'endpoint_not_found']);
    }
  expect((await api.request(base)).status).toBe(401);
  expect((await call(owner, 'GET', `${base}/${endpoint_id}`)).status).toBe(200);
});

it('lists the five event types with schema and example', async () => {
  const { status, body } = await call<{ event_types: { name: string; example: object }[] }>(
    await newKey(),
    'GET',
    '/v2/webhooks/event-types',
  );
  expect(status).toBe(200);
  expect(eventTypeList.parse(body)).toEqual(body);
  expect(body.event_types).toHaveLength(5);
  expect(body.event_types[0]).toMatchObject({
    schema_version: 1,
    example: { data: { url: 'https://sheaf.example/v2/jobs/job_00000000000000000000000000' } },
  });
});

describe('rotating', () => {
  it('gives a new secret each time, up to five that are valid at once', async () => {
    const key = await newKey();
    const { endpoint_id, secret } = await create(key);
    const rotate = () => call<{ secret: string }>(key, 'POST', `${base}/${endpoint_id}/rotate-secret`);
    const secrets = new Set([secret]);
    for (let n = 0; n < 4; n++) {
      const { status, body } = await rotate();
      expect(status).toBe(200);
      expect(rotatedSecret.parse(body)).toEqual(body);
      secrets.add(body.secret);
    }
    expect(secrets.size).toBe(5);
    const { status, body } = await call(key, 'POST', `${base}/${endpoint_id}/rotate-secret`);
    expect([status, body.error]).toEqual([409, 'too_many_rotations']);
  });

  it('of ten at once no more than four succeed, and none takes the place of another', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(key, 'POST', `${base}/${endpoint_id}/rotate-secret`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const row = await api.stores.webhookEndpoints.get(endpoint_id);
    expect(row!.secrets).toHaveLength(5);
    expect(row!.secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });
});

describe('a test message', () => {
  it('is written and started, with an id of its own', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key, { event_types: ['job.failed'] });
    const send = (json?: unknown) =>
      call<{ message_id: string; event_id: string; event_type: string }>(
        key,
        'POST',
        `${base}/${endpoint_id}/test`,
        json,
      );
    const first = await send();
    expect(first).toMatchObject({ status: 202, body: { event_type: 'job.completed' } });
    const second = await send({ event_type: 'job.cancelled' });
    expect(second).toMatchObject({ status: 202, body: { event_type: 'job.cancelled' } });
    expect(second.body.event_id).not.toBe(first.body.event_id);
    expect(starts).toMatchObject([
      { start: 'startDelivery', input: { messageId: first.body.message_id, endpointId: endpoint_id } },
      { start: 'startDelivery', input: { messageId: second.body.message_id } },
    ]);
    const { body } = await call<{ deliveries: object[] }>(key, 'GET', `${base}/${endpoint_id}/deliveries`);
    expect(body.deliveries).toMatchObject([
      { message_id: second.body.message_id, test: true, status: 'pending' },
      { message_id: first.body.message_id, test: true, status: 'pending' },
    ]);
    expect((await send({ event_type: 'job.x' })).status).toBe(400);
  });

  it('and a resend and a recovery are refused while the endpoint is disabled', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const path = `${base}/${endpoint_id}`;
    const { body } = await call<{ message_id: string }>(key, 'POST', `${path}/test`);
    await call(key, 'PATCH', path, { disabled: true });
    starts = [];
    for (const [at, json] of [
      ['test', undefined],
      [`deliveries/${body.message_id}/resend`, undefined],
      ['recover', { since: new Date().toISOString() }],
    ] as const) {
      const answer = await call(key, 'POST', `${path}/${at}`, json);
      expect([answer.status, answer.body.error]).toEqual([409, 'endpoint_disabled']);
      expect(answer.body.details).toEqual({ disabled_reason: 'manual' });
    }
    expect(starts).toEqual([]);
  });
});

it('deliveries come newest first, page by page, each once', async () => {
  const key = await newKey();
  const { endpoint_id } = await create(key);
  const sent: string[] = [];
  for (let n = 0; n < 7; n++)
    sent.unshift(
      (await call<{ message_id: string }>(key, 'POST', `${base}/${endpoint_id}/test`)).body.message_id,
    );
  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const path: string = `${base}/${endpoint_id}/deliveries?limit=3${cursor && `&cursor=${cursor}`}`;
    const { body }: { body: { deliveries: { message_id: string }[]; next_cursor: string | null } } =
      await call(key, 'GET', path);
    seen.push(...body.deliveries.map(({ message_id }) => message_id));
    cursor = body.next_cursor;
  }
  expect(new Set(seen)).toEqual(new Set(sent));
  expect(seen).toHaveLength(7);
  for (const wrong of ['x', 'MS4y', '%00'])
    expect((await call(key, 'GET', `${base}/${endpoint_id}/deliveries?cursor=${wrong}`)).status).toBe(400);
  for (const wrong of ['limit=0', 'limit=101', 'offset=1'])
    expect((await call(key, 'GET', `${base}/${endpoint_id}/deliveries?${wrong}`)).status).toBe(400);
});

describe('recovering', () => {
  const DAY = 24 * 3_600_000;
  it.each([
    ['now', 0, 202],
    ['7 days ago', -7 * DAY, 202],
    ['7 days and the clock difference of 5 minutes ago', -7 * DAY - 298_000, 202],
    ['one second more', -7 * DAY - 301_000, 400],
    ['a moment ahead', 60_000, 202],
    ['tomorrow', DAY, 400],
  ])('since %s', async (_, offsetMs, status) => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const since = new Date(Date.now() + offsetMs).toISOString();
    const answer = await call(key, 'POST', `${base}/${endpoint_id}/recover`, { since });
    expect(answer.status).toBe(status);
    if (status === 202) {
      expect(acceptedRecovery.parse(answer.body)).toMatchObject({ status: 'accepted', messages: 0, since });
      expect(starts).toEqual([]);
    } else expect(answer.body.error).toBe('since_out_of_range');
  });

  it.each([[{}], [{ since: 'yesterday' }], [{ since: 5 }], [{ since: '2026-01-01' }]])(
    'with %j is refused',
    async (json) => {
      const key = await newKey();
      const { endpoint_id } = await create(key);
      expect((await call(key, 'POST', `${base}/${endpoint_id}/recover`, json)).body.error).toBe(
        'validation_error',
      );
    },
  );
});

it('deleting removes endpoint, deliveries and attempts', async () => {
  const key = await newKey();
  const { endpoint_id } = await create(key);
  const { body } = await call<{ message_id: string }>(key, 'POST', `${base}/${endpoint_id}/test`);
  const attempt = {
    messageId: body.message_id,
    endpointId: endpoint_id,
    number: 1,
    trigger: 'manual',
    at: new Date(),
  } as const;
  await api.stores.webhookAttempts.begin(attempt);
  const deleted = await call(key, 'DELETE', `${base}/${endpoint_id}`);
  expect(deleted).toMatchObject({ status: 200, body: { endpoint_id, deleted: true } });
  for (const name of ['webhook_messages', 'webhook_attempts', 'webhook_recoveries'])
    expect(await api.mongo.db.collection(name).countDocuments({ endpointId: endpoint_id })).toBe(0);
  expect((await call(key, 'DELETE', `${base}/${endpoint_id}`)).status).toBe(404);
});

it('over the management limit the answer is 429 with Retry-After, for this organization only', async () => {
  const limited = await startApi({
    env: { RATE_LIMIT_WEBHOOKS_PER_MINUTE: '5' },
    deps: () => ({ outbound }),
  });
  try {
    const [busy, other] = await Promise.all(
      ['busy', 'other'].map((organization) => limited.createKey({ organization })),
    );
    const list = (key: TestKey) => limited.request<ErrorBody>(base, { key: key.text });
    const answers = await Promise.all(Array.from({ length: 8 }, () => list(busy!)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const { headers, body } of refused) {
      expect(body.error).toBe('rate_limited');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await list(other!)).status).toBe(200);
  } finally {
    await limited.close();
  }
});
