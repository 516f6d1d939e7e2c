import { randomUUID } from 'node:crypto';
import {
  createdEndpoint,
  endpointList,
  endpointResource,
  type EndpointResource,
  eventTypeList,
  rotatedSecret,
} from '../../../api/platform/webhooks/schema';
import { ENVIRONMENTS } from '../../../src/domain/platform/tenancy';
import { newId } from '../../../src/stores/mongo/new-id';
import { type TestKey } from '../../setup/api';
import { base, receiverUrl, startWebhookApi, type WebhookApi, type WebhookError } from './webhook-client';

type Created = Awaited<ReturnType<WebhookApi['create']>>;

const elsewhere = { development: 'staging', staging: 'production', production: 'development' } as const;

let hooks: WebhookApi;
let call: WebhookApi['call'];
let create: WebhookApi['create'];
let newKey: WebhookApi['newKey'];
beforeAll(async () => {
  hooks = await startWebhookApi();
  ({ call, create, newKey } = hooks);
});
beforeEach(() => {
  hooks.starts.length = 0;
});
afterAll(() => hooks.close());

describe('creating', () => {
  it('answers the endpoint and, this once, its secret', async () => {
    const key = await newKey();
    const created = await create(key);
    expect(createdEndpoint.parse(created)).toEqual(created);
    expect(created).toMatchObject({
      url: receiverUrl,
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
    const row = await hooks.api.mongo.db
      .collection('webhook_endpoints')
      .findOne({ url: receiverUrl, organizationId: key.organizationId });
    expect(JSON.stringify(row)).not.toContain(secret.slice(6));
  });

  it('keeps every setting', async () => {
    const key = await newKey();
    const { collectionIds, syncId } = await hooks.ownIds(key);
    const settings = {
      description: 'mine',
      event_types: ['job.failed', 'job.timed_out'],
      collection_ids: collectionIds,
      sync_ids: [syncId],
      sources: ['api', 'sync'],
      include_collection_name: false,
      disabled: true,
    };
    const created = await create(key, settings);
    expect(created).toMatchObject({ ...settings, disabled_reason: 'manual' });
    expect(created.disabled_at).not.toBeNull();
  });

  it('keeps an address as it is called, and a value once', async () => {
    const key = await newKey();
    const [id] = (await hooks.ownIds(key)).collectionIds;
    const sent = { url: 'HTTPS://Hooks.EXAMPLE:443/a/../b?c#d', collection_ids: [id, id] };
    const created = await create(key, sent);
    expect(created).toMatchObject({ url: 'https://hooks.example/b?c', collection_ids: [id] });
  });

  it.each(ENVIRONMENTS)(
    'takes ids of another environment of the organization from a key of %s',
    async (environment) => {
      const key = await hooks.api.createKey({ organization: `o${randomUUID()}`.slice(0, 40), environment });
      const { collectionIds, syncId } = await hooks.ownIds(key, elsewhere[environment]);
      const lists = { collection_ids: [collectionIds[0]], sync_ids: [syncId] };
      expect(await create(key, lists)).toMatchObject(lists);
    },
  );

  it('refuses ids that the organization does not have, those of others included, and names them', async () => {
    const key = await newKey();
    const own = await hooks.ownIds(key);
    const foreign = await hooks.ownIds(await newKey());
    const send = (fields: object) => call(key, 'POST', base, { url: receiverUrl, ...fields });
    const collection_ids = [own.collectionIds[0], foreign.collectionIds[0], 'col_1'];
    expect(await send({ collection_ids })).toMatchObject({
      status: 400,
      body: {
        error: 'unknown_filter_id',
        details: { list: 'collection_ids', ids: [foreign.collectionIds[0], 'col_1'] },
      },
    });
    expect(await send({ sync_ids: [own.syncId, foreign.syncId] })).toMatchObject({
      status: 400,
      body: { error: 'unknown_filter_id', details: { list: 'sync_ids', ids: [foreign.syncId] } },
    });
    expect((await call<{ endpoints: unknown[] }>(key, 'GET', base)).body.endpoints).toEqual([]);
  });

  const ids = (count: number) => Array.from({ length: count }, (_, n) => `id_${n}`);
  it.each([
    ['not https', { url: 'http://hooks.example/' }, 'invalid_url', null],
    ['no URL', { url: 'hooks' }, 'invalid_url', null],
    ['a password in the URL', { url: 'https://a:b@hooks.example/' }, 'invalid_url', null],
    [
      'an address that is too long as it is called',
      { url: `https://hooks.example/${'ü'.repeat(1_000)}` },
      'invalid_url',
      null,
    ],
    ['a private address', { url: 'https://10.0.0.1/' }, 'url_not_public', null],
    ['a name of a private address', { url: 'https://private.example/' }, 'url_not_public', null],
    ['a name with one private address', { url: 'https://mixed.example/' }, 'url_not_public', null],
    ['a name that does not resolve', { url: 'https://nobody.example/' }, 'url_not_public', null],
    [
      'an unknown event',
      { event_types: ['job.started'] },
      'unknown_event_type',
      { event_type: 'job.started' },
    ],
    ['a long list', { sync_ids: ids(11) }, 'filter_list_too_long', { list: 'sync_ids', length: 11, max: 10 }],
    [
      'a list that is long by one value alone',
      { collection_ids: Array.from({ length: 11 }, () => 'col_1') },
      'filter_list_too_long',
      { list: 'collection_ids', length: 11, max: 10 },
    ],
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
    ['half a surrogate pair', { description: '\ud800' }, 'validation_error', null],
    ['half a surrogate pair as an id', { collection_ids: ['\udc00'] }, 'validation_error', null],
    ['null for a list', { sync_ids: null }, 'validation_error', null],
  ])('with %s is refused, and leaves nothing', async (_, fields, error, details) => {
    const key = await newKey();
    const { status, body } = await call(key, 'POST', base, { url: receiverUrl, ...fields });
    expect({ status, error: body.error }).toEqual({ status: 400, error });
    if (details !== null) expect(body.details).toMatchObject(details);
    expect((await call<{ endpoints: unknown[] }>(key, 'GET', base)).body.endpoints).toEqual([]);
  });

  it('of 40 at once exactly 20 succeed, and a deleted one makes room', async () => {
    const key = await newKey();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        call<Awaited<ReturnType<typeof create>>>(key, 'POST', base, { url: receiverUrl }),
      ),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).toHaveLength(20);
    const refused = answers.filter(({ status }) => status !== 201);
    for (const { status, body } of refused)
      expect([status, (body as unknown as WebhookError).error]).toEqual([409, 'endpoint_limit_reached']);
    expect((await call(key, 'DELETE', `${base}/${made[0]!.body.endpoint_id}`)).status).toBe(200);
    await create(key);
    expect((await call(key, 'POST', base, { url: receiverUrl })).status).toBe(409);
  });
});

describe('changing', () => {
  const ofKey = async (key: TestKey) => {
    const { collectionIds, syncId } = await hooks.ownIds(key);
    return { collection_ids: [collectionIds[0]], sync_ids: [syncId], sources: ['sync'] };
  };

  it('a collection that was deleted since stays in a filter, but comes into none anew', async () => {
    const key = await newKey();
    const lists = await ofKey(key);
    const { endpoint_id } = await create(key, lists);
    const path = `${base}/${endpoint_id}`;
    await hooks.api.mongo.db.collection('collections').deleteMany({ organizationId: key.organizationId });
    expect(await call(key, 'PATCH', path, lists)).toMatchObject({ status: 200, body: lists });
    expect(await call(key, 'PATCH', path, { sources: [] })).toMatchObject({ status: 200 });
    expect((await call(key, 'PATCH', path, lists)).body.error).toBe('unknown_filter_id');
  });

  it('resend_waiting without a url is refused', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const { body } = await call(key, 'PATCH', `${base}/${endpoint_id}`, { resend_waiting: true });
    expect(body).toMatchObject({ error: 'validation_error', details: [{ loc: ['body', 'resend_waiting'] }] });
  });

  it.each([
    ['nothing', {}, {}],
    ['the description', { description: 'new' }, { description: 'new' }],
    [
      'one list replaces all three',
      { sources: ['api'] },
      { sources: ['api'], collection_ids: [], sync_ids: [] },
    ],
    ['an empty list removes the filter', { sources: [] }, { collection_ids: [], sync_ids: [], sources: [] }],
    ['events leave the lists alone', { event_types: ['job.failed'] }, { event_types: ['job.failed'] }],
  ])('%s', async (_, change, effect) => {
    const key = await newKey();
    const before: Partial<Created> & { endpoint_id: string } = await create(key, await ofKey(key));
    delete before.secret;
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
    const before: Partial<Created> & { endpoint_id: string } = await create(key);
    delete before.secret;
    const path = `${base}/${before.endpoint_id}`;
    expect((await call(key, 'PATCH', path, change)).body.error).toBe(error);
    expect((await call(key, 'GET', path)).body).toEqual(before);
  });
});

it('any key of the organization, of every environment and permission, manages the same endpoints; others see none', async () => {
  const organization = `o${randomUUID()}`.slice(0, 40);
  const owner = await hooks.api.createKey({ organization });
  const { endpoint_id } = await create(owner);
  for (const environment of ENVIRONMENTS)
    for (const permission of ['query', 'index', 'webhooks'] as const) {
      const key = await hooks.api.createKey({ organization, environment, permissions: [permission] });
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
  expect((await hooks.api.request(base)).status).toBe(401);
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

  it('can end the former secrets at once, however many there are', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const rotate = (json?: object) =>
      call<{ previous_secret_valid_until: string }>(
        key,
        'POST',
        `${base}/${endpoint_id}/rotate-secret`,
        json,
      );
    for (let n = 0; n < 4; n++) await rotate({});
    expect((await rotate()).status).toBe(409);
    const { status, body } = await rotate({ expire_old: 'now' });
    expect(status).toBe(200);
    expect(new Date(body.previous_secret_valid_until).getTime()).toBeLessThanOrEqual(Date.now());
    expect((await hooks.api.stores.webhookEndpoints.get(endpoint_id))!.secrets).toHaveLength(1);
    expect((await rotate({ expire_old: 'later' })).body).toMatchObject({ error: 'validation_error' });
  });

  it('of ten at once no more than four succeed, and none takes the place of another', async () => {
    const key = await newKey();
    const { endpoint_id } = await create(key);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call(key, 'POST', `${base}/${endpoint_id}/rotate-secret`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    const row = await hooks.api.stores.webhookEndpoints.get(endpoint_id);
    expect(row!.secrets).toHaveLength(5);
    expect(row!.secrets.filter(({ expiresAt }) => expiresAt === null)).toHaveLength(1);
  });
});

it('over the management limit the answer is 429 with Retry-After, for this organization only', async () => {
  const limited = await startWebhookApi({ RATE_LIMIT_WEBHOOKS_PER_MINUTE: '5' });
  try {
    const [busy, other] = await Promise.all(
      ['busy', 'other'].map((organization) => limited.api.createKey({ organization })),
    );
    const list = (key: TestKey) => limited.call(key, 'GET', base);
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
