import { type TestResponse } from '../../setup/api';
import { type Assistant, connectAssistant } from '../../setup/assistant';
import { type QueryApi, startQueryApi } from '../documents/query-client';

interface Results {
  results: { filename: string; place: number; text: string; is_cut: boolean; document_id: string }[];
  left_out: number;
}
interface Chunks {
  chunks: { place: number; text: string; is_cut: boolean }[];
  chunks_total: number;
  next_place: number | null;
}

let api: QueryApi;
let assistant: Assistant;
let longId: string;
beforeAll(async () => {
  api = await startQueryApi();
  await api.add('letters', {
    filename: 'letters.txt',
    custom: { year: 2024 },
    chunks: ['alpha one', 'beta'],
  });
  const long = (place: number) => `${place} gamma ${'lorem ipsum '.repeat(200)}`;
  longId = await api.add('long', { chunks: Array.from({ length: 30 }, (_, place) => long(place)) });
  assistant = await connectAssistant(api.baseUrl, api.key.text);
});
afterAll(async () => {
  await assistant.close();
  await api.close();
});

const documentTools = ['list_collections', 'list_documents', 'query_collection', 'read_document'];
const parseTools = ['parse_file', 'read_parsed'];
const productTools = ['describe_index', 'list_indexes', 'search_products'];

/** Sends a message past the library. */
function send(
  message: unknown,
  options: { key?: string; headers?: Record<string, string>; method?: string } = {},
): Promise<TestResponse<{ error: unknown; result?: Record<string, unknown> }>> {
  return api.request('/mcp', { method: 'POST', key: api.key.text, json: message, ...options });
}
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

describe('what is offered', () => {
  test.each([
    [['query'], documentTools],
    [['index'], ['list_collections', 'list_documents', 'parse_file', 'read_document', 'read_parsed']],
    [['products-search'], ['search_products']],
    [['products-admin'], productTools],
    [['webhooks'], []],
  ])('a key with %p is offered the tools that it has the right to', async (permissions, tools) => {
    const { text } = await api.createKey({ permissions });
    const own = await connectAssistant(api.baseUrl, text);
    expect(tools.length === 0 ? [] : await own.tools()).toEqual(tools);
    expect(own.client.getInstructions()).toMatch(/The key has no right to: \w/);
    for (const name of [...documentTools, ...parseTools, ...productTools].filter(
      (one) => !tools.includes(one),
    ))
      expect(await own.use(name, {}).catch(() => ({ failed: true }))).toMatchObject({ failed: true });
    await own.close();
  });

  test('each tool tells its input, its output and whether it only reads', async () => {
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(
      [...documentTools, ...parseTools, ...productTools].sort(),
    );
    for (const { description, inputSchema, outputSchema, annotations, name } of tools) {
      expect(description).toMatch(/\.$/);
      expect([inputSchema.type, outputSchema?.type]).toEqual(['object', 'object']);
      expect(annotations?.readOnlyHint).toBe(name !== 'parse_file');
    }
    expect(assistant.client.getInstructions()).not.toContain('no right');
    expect(assistant.client.getServerVersion()).toMatchObject({ name: 'sheaf' });
  });
});

describe('documents', () => {
  test('collections and their documents are listed', async () => {
    const { answer } = await assistant.use('list_collections', {});
    expect(answer).toMatchObject({
      collections: expect.arrayContaining([{ name: 'letters', description: null, documents: 1 }]) as unknown,
      next_offset: null,
    });
    const listed = await assistant.use('list_documents', { collection: 'letters', filter: { year: 2024 } });
    expect(listed.answer).toMatchObject({
      documents: [{ filename: 'letters.txt', chunks: 2, metadata: { year: 2024 } }],
      total: 1,
    });
    const none = await assistant.use('list_documents', { collection: 'letters', filter: { year: 1 } });
    expect(none.answer).toMatchObject({ documents: [], total: 0 });
  });

  test('a question is answered with chunks, under a filter and a limit', async () => {
    const { answer } = await assistant.use<Results>('query_collection', {
      collection: 'letters',
      query: 'alpha',
      limit: 1,
      filter: { year: { $gte: 2024 } },
    });
    expect(answer.results).toMatchObject([{ filename: 'letters.txt', place: 0, text: 'alpha one' }]);
    const none = await assistant.use<Results>('query_collection', {
      collection: 'letters',
      query: 'alpha',
      filter: { year: 1 },
    });
    expect(none.answer.results).toEqual([]);
  });

  test('an answer has at most 8,000 bytes, or as many as are asked for', async () => {
    const query = { collection: 'long', query: 'gamma', limit: 20 };
    const usual = await assistant.use<Results>('query_collection', query);
    expect(Buffer.byteLength(usual.text)).toBeLessThanOrEqual(8_000);
    expect(usual.answer.results).toHaveLength(20);
    expect(usual.answer.results.every((one) => one.is_cut && one.text.includes('gamma'))).toBe(true);
    const small = await assistant.use<Results>('query_collection', { ...query, max_bytes: 1_000 });
    expect(Buffer.byteLength(small.text)).toBeLessThanOrEqual(1_000);
    expect(small.answer.left_out).toBe(20 - small.answer.results.length);
    const large = await assistant.use<Results>('query_collection', { ...query, max_bytes: 100_000 });
    expect(large.answer).toMatchObject({ left_out: 0 });
    expect(large.answer.results.some((one) => one.is_cut)).toBe(false);
  });

  test('a document is read around a place, nearest chunks first, and continued', async () => {
    const at = { collection: 'long', document_id: longId };
    const around = await assistant.use<Chunks>('read_document', { ...at, place: 10, before: 2, after: 20 });
    expect(Buffer.byteLength(around.text)).toBeLessThanOrEqual(8_000);
    const places = around.answer.chunks.map(({ place }) => place);
    expect(places).toEqual([10, 11, 12]);
    expect(around.answer).toMatchObject({ chunks_total: 30, next_place: 13 });
    expect(around.answer.chunks.some((one) => one.is_cut)).toBe(false);
    const all = { ...at, place: 1, before: 1, after: 100, max_bytes: 100_000 };
    const whole = await assistant.use<Chunks>('read_document', all);
    expect(whole.answer.chunks.map(({ place }) => place)).toEqual(Array.from({ length: 30 }, (_, at) => at));
    expect(whole.answer.next_place).toBeNull();
    const one = await assistant.use<Chunks>('read_document', { ...at, place: 3, max_bytes: 1_000 });
    expect(one.answer.chunks).toMatchObject([{ place: 3, is_cut: true }]);
    const beyond = await assistant.use<Chunks>('read_document', { ...at, place: 99, before: 0 });
    expect(beyond.answer).toMatchObject({ chunks: [], chunks_total: 30, next_place: null });
  });

  test.each([
    [
      'an unknown collection',
      'query_collection',
      { collection: 'nowhere', query: 'x' },
      /^collection_not_found: /,
    ],
    [
      'a wrong filter',
      'query_collection',
      { collection: 'letters', query: 'x', filter: { $x: 1 } },
      /^invalid_metadata_filter: /,
    ],
    ['a wrong argument', 'query_collection', { collection: 'letters', query: 'x', limit: 0 }, /limit/],
    ['an unknown argument', 'query_collection', { collection: 'letters', query: 'x', limits: 1 }, /limits/],
    [
      'an unknown document',
      'read_document',
      { collection: 'letters', document_id: 'doc_x' },
      /^document_not_found: /,
    ],
    ['an unknown job', 'read_parsed', { job_id: 'prs_x' }, /^parse_job_not_found: /],
    ['an unknown index', 'search_products', { index: 'nowhere' }, /^INDEX_NOT_FOUND: /],
  ])('%s is told to the assistant as a failed call', async (_, name, args, told) => {
    expect(await assistant.use(name, args)).toMatchObject({
      failed: true,
      text: expect.stringMatching(told) as string,
    });
  });

  test('what belongs to others is unknown', async () => {
    for (const stranger of [
      await api.createKey({ organization: 'other' }),
      await api.createKey({ environment: 'staging' }),
    ]) {
      const own = await connectAssistant(api.baseUrl, stranger.text);
      expect((await own.use('list_collections', {})).answer).toMatchObject({ collections: [], total: 0 });
      for (const [name, args] of [
        ['query_collection', { collection: 'letters', query: 'alpha' }],
        ['read_document', { collection: 'long', document_id: longId }],
        ['list_documents', { collection: 'letters' }],
      ] as const)
        expect(await own.use(name, args)).toMatchObject({
          failed: true,
          text: expect.stringMatching(/^collection_not_found: /) as string,
        });
      await own.close();
    }
  });
});

describe('messages', () => {
  test('a key is needed', async () => {
    const { status, headers } = await api.request('/mcp', { method: 'POST', json: ping });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    await expect(connectAssistant(api.baseUrl, 'x'.repeat(20))).rejects.toThrow();
  });

  test('each message stands alone: no session is needed', async () => {
    const { status, body } = await send({ jsonrpc: '2.0', id: 'a', method: 'tools/list' });
    expect([status, body]).toMatchObject([200, { id: 'a', result: { tools: expect.any(Array) as unknown } }]);
  });

  test('a notification is taken without an answer', async () => {
    const { status, text } = await send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, text]).toEqual([202, '']);
  });

  test.each([
    ['no JSON-RPC', { id: 1, method: 'ping' }, 400],
    ['a batch', [ping, ping], 400],
    ['a message without a method', { jsonrpc: '2.0', id: 1 }, 400],
    ['a text', 'ping', 400],
  ])('%s is refused', async (_, message, status) => {
    expect((await send(message)).status).toBe(status);
  });

  test('an unknown method is an error of JSON-RPC', async () => {
    const { status, body } = await send({ jsonrpc: '2.0', id: 1, method: 'resources/list' });
    expect([status, body]).toMatchObject([200, { error: { code: -32_601 } }]);
  });

  test('a protocol version that is not spoken is refused', async () => {
    expect((await send(ping, { headers: { 'MCP-Protocol-Version': '1999-01-01' } })).status).toBe(400);
    expect((await send(ping, { headers: { 'MCP-Protocol-Version': '2025-06-18' } })).status).toBe(200);
  });

  test('a message larger than 256 KiB is refused', async () => {
    const params = { text: 'x'.repeat(256 * 1024) };
    expect((await send({ ...ping, params })).status).toBe(413);
  });

  test.each(['GET', 'DELETE'])('%s is no method of it: there is no stream and no session', async (method) => {
    const { status } = await api.request('/mcp', { method, key: api.key.text });
    expect(status).toBe(405);
  });

  test('pages of other origins are refused', async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      ['https://sheaf.example', 200],
    ] as const)
      expect([origin, (await send(ping, { headers: { Origin: origin } })).status]).toEqual([origin, status]);
  });

  test('a key of product search that is bound to origins is taken from there alone', async () => {
    const made = await api.request<{ key: string }>('/v1/keys', {
      key: api.key.text,
      json: { type: 'search', name: 'shop', allowed_origins: ['https://shop.example'] },
    });
    const from = (headers: Record<string, string>) => send(ping, { key: made.body.key, headers });
    expect((await from({})).status).toBe(403);
    expect((await from({ Origin: 'https://evil.example' })).status).toBe(403);
    expect((await from({ Origin: 'https://shop.example' })).status).toBe(200);
  });
});

test('a call counts against the limits of what it asks for, and says when to come again', async () => {
  const { text } = await api.createKey();
  const config = api.deps.config as { RATE_LIMIT_QUERIES_PER_MINUTE: number };
  const before = config.RATE_LIMIT_QUERIES_PER_MINUTE;
  config.RATE_LIMIT_QUERIES_PER_MINUTE = 10;
  const own = await connectAssistant(api.baseUrl, text);
  const asked = { collection: 'letters', query: 'alpha' };
  expect(await own.use('query_collection', asked)).toMatchObject({ failed: false });
  expect(await own.use('query_collection', asked)).toMatchObject({
    failed: true,
    text: expect.stringMatching(/^rate_limited: [\s\S]*Try again in \d+ s\.$/) as string,
  });
  config.RATE_LIMIT_QUERIES_PER_MINUTE = before;
  await own.close();
});
