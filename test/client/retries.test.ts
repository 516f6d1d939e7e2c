import { createSheaf, type Sheaf, SheafError, type SheafOptions } from 'sheaf-client';
import { type Scene, startScriptedService } from './scripted-service';

const key = { apiKey: 'svc_test_1' };
const accepted: Scene = { status: 202, json: { job_id: 'job_1', status: 'pending' } };
const list: Scene = { status: 200, json: { collections: [], total_count: 0, limit: 100, offset: 0 } };
const limited: Scene = {
  status: 429,
  headers: { 'Retry-After': '0' },
  json: { error: 'rate_limited', message: 'Too many requests.' },
};
const unavailable: Scene = {
  status: 503,
  headers: { 'Retry-After': '0' },
  json: { error: 'service_unavailable', message: 'Not now.' },
};
const inProgress: Scene = {
  status: 409,
  headers: { 'Retry-After': '0' },
  json: { error: 'idempotency_in_progress', message: 'Still running.' },
};

/** Calls a service that plays these scenes; answers what it saw, and what the call gave. */
async function played(
  scenes: Scene[],
  call: (sheaf: Sheaf) => Promise<unknown>,
  options: Partial<SheafOptions> = {},
) {
  const service = await startScriptedService(scenes);
  const sheaf = createSheaf({ baseUrl: service.baseUrl, ...key, ...options });
  const [outcome] = await Promise.allSettled([call(sheaf)]);
  await service.close();
  return { seen: service.seen, outcome };
}

const indexText = (sheaf: Sheaf) =>
  sheaf.post('/v2/collections/{collection_name}/index/text', {
    params: { path: { collection_name: 'manuals' } },
    body: { content: 'Pumps.', filename: 'pumps.txt' },
  });
const listCollections = (sheaf: Sheaf) => sheaf.get('/v2/collections');
const resend = (sheaf: Sheaf) =>
  sheaf.post('/v2/webhooks/endpoints/{endpoint_id}/deliveries/{message_id}/resend', {
    params: { path: { endpoint_id: 'whe_1', message_id: 'msg_1' } },
  });
const query = (sheaf: Sheaf) =>
  sheaf.post('/v3/collections/{collection_name}/query', {
    params: { path: { collection_name: 'manuals' } },
    body: { query: 'pumps' },
  });

test.each([
  ['after a limit', [limited, limited]],
  ['after a part was away', [unavailable]],
  ['after a cut connection', ['cut' as const]],
  ['while the first is at work', ['cut' as const, inProgress]],
])('a write that takes a key is sent again with the same one and the same body: %s', async (_, scenes) => {
  const { seen, outcome } = await played([...scenes, accepted], indexText);
  expect(outcome).toMatchObject({ status: 'fulfilled', value: { job_id: 'job_1' } });
  expect(seen).toHaveLength(scenes.length + 1);
  const sent = seen.map(({ headers, body }) => [headers['idempotency-key'], body]);
  expect(sent[0]![0]).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(sent.map(String)).size).toBe(1);
});

test("two writes have keys of their own, and a caller's key is kept", async () => {
  const { seen } = await played([accepted], async (sheaf) => {
    await indexText(sheaf);
    await indexText(sheaf);
    const params = { path: { collection_name: 'manuals' }, header: { 'Idempotency-Key': 'mine' } };
    await sheaf.post('/v2/collections/{collection_name}/index/text', {
      params,
      body: { content: 'x' },
    });
  });
  const keys = seen.map(({ headers }) => headers['idempotency-key']);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('mine');
});

test.each([
  ['a read', listCollections, 'cut' as const],
  ['a read', listCollections, unavailable],
  ['a query, which is a POST that only reads', query, unavailable],
  ['any request that a limit refused', resend, limited],
])('%s is sent again', async (_, call, scene) => {
  const { seen, outcome } = await played([scene, list], call);
  expect(outcome.status).toBe('fulfilled');
  expect(seen).toHaveLength(2);
});

test.each([
  ['after a cut connection', 'cut' as const],
  ['after a part was away', unavailable],
])('a write that takes no key is not sent again %s', async (_, scene) => {
  const { seen, outcome } = await played([scene, list], resend);
  expect(outcome.status).toBe('rejected');
  expect(seen).toHaveLength(1);
});

test('a request is sent again no more often than it may be', async () => {
  const { seen, outcome } = await played([unavailable], listCollections, { retries: 2 });
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'service_unavailable' } });
  expect(seen).toHaveLength(3);
  const once = await played([unavailable], (sheaf) => sheaf.get('/v2/collections', { retries: 0 }));
  expect(once.seen).toHaveLength(1);
});

test('an answer that asks for a long pause is the outcome at once', async () => {
  const scene: Scene = { ...limited, headers: { 'Retry-After': '3600' } };
  const { seen, outcome } = await played([scene, list], listCollections);
  expect(outcome).toMatchObject({ status: 'rejected', reason: { retryAfterSeconds: 3600, status: 429 } });
  expect(seen).toHaveLength(1);
});

test('a request ends by the signal of its caller, also while it waits for its next attempt', async () => {
  const controller = new AbortController();
  const patient: Scene = { ...limited, headers: { 'Retry-After': '30' } };
  const { seen, outcome } = await played([patient], async (sheaf) => {
    const call = sheaf.get('/v2/collections', { signal: controller.signal });
    controller.abort();
    await call;
  });
  expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(seen.length).toBeLessThan(2);
});

test('a service that says nothing is given up', async () => {
  const { outcome } = await played(['silence'], listCollections, { timeoutMs: 200, retries: 1 });
  expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
});

test.each([
  [
    'of v2 and v3',
    404,
    {
      error: 'collection_not_found',
      message: 'No such collection.',
      details: { name: 'x' },
      path: '/v2/x',
      success: false,
    },
    { code: 'collection_not_found', message: 'No such collection.', details: { name: 'x' } },
  ],
  [
    'of wrong fields of v3',
    422,
    { detail: [{ loc: ['body', 'input'], msg: 'is required', type: 'missing' }] },
    {
      code: 'validation_error',
      message: 'body.input: is required. The request has wrong fields.',
      details: [{ loc: ['body', 'input'], msg: 'is required', type: 'missing' }],
    },
  ],
  [
    'of v1, with facts beside the details',
    400,
    {
      error: 'FILTER_INVALID',
      message: 'No filter.',
      status_code: 400,
      position: 3,
      expected: ['='],
      details: null,
    },
    { code: 'FILTER_INVALID', details: { position: 3, expected: ['='] } },
  ],
  [
    'of v1, with details alone',
    422,
    { error: 'VALIDATION_ERROR', message: 'Wrong.', status_code: 422, details: [{ field: 'name' }] },
    { code: 'VALIDATION_ERROR', details: [{ field: 'name' }] },
  ],
])('an error tells all of a refusal %s', async (_, status, json, expected) => {
  const scene: Scene = { status, json, headers: { 'X-Request-Id': 'req_1' } };
  const { outcome } = await played([scene], listCollections);
  const reason: unknown = (outcome as PromiseRejectedResult).reason;
  expect(reason).toBeInstanceOf(SheafError);
  expect(reason).toMatchObject({ status, requestId: 'req_1', body: json, ...expected });
});

test('an answer of a proxy that is no JSON is an error with its status', async () => {
  const { outcome } = await played([{ status: 403, text: '<h1>no</h1>' }], listCollections);
  expect(outcome).toMatchObject({
    reason: { code: 'http_403', status: 403, body: '<h1>no</h1>', details: null },
  });
});
