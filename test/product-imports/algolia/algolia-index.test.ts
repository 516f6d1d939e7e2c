import { createAlgoliaIndex, ProviderError } from '../../../src/product-imports';
import { createGuardedClient, type GuardedClient, type PostAnswer } from '../../../src/net';
import { type AlgoliaApp, algoliaListener, createAlgoliaApp } from '../../setup/algolia-server';
import { createTestAuthority, type TestAuthority } from '../../net/certificates';
import { type FileServer, startFileServer } from '../../net/file-server';

let authority: TestAuthority;
let server: FileServer;
let app: AlgoliaApp;
let outbound: GuardedClient;
beforeAll(async () => {
  authority = await createTestAuthority();
  app = createAlgoliaApp();
  server = await startFileServer(await authority.issue(), algoliaListener(app));
  outbound = createGuardedClient({ allowCidrs: ['127.0.0.0/8'], ca: [authority.ca] });
});
afterAll(async () => {
  await Promise.all([outbound.close(), server.close()]);
});
beforeEach(() => {
  app.indexes.set('prod', {
    records: Array.from({ length: 1_100 }, (_, n) => ({ objectID: `r${n}`, price: n })),
    settings: { searchableAttributes: ['title'] },
  });
  app.intercept = () => false;
  app.rights = new Set(['browse', 'settings']);
});

const signal = new AbortController().signal;
const first = { attempt: 1, signal };

function open(
  members: Partial<{ appId: string; apiKey: string; index: string }> = {},
  endpoint = server.origin,
) {
  return createAlgoliaIndex(
    outbound,
    { appId: app.appId, apiKey: app.apiKey, index: 'prod', ...members },
    endpoint,
  );
}

async function codeOf(work: Promise<unknown>): Promise<[string, boolean, number | null]> {
  const error: unknown = await work.catch((it: unknown) => it);
  if (!(error instanceof ProviderError))
    throw new Error('expected a fault of the provider', { cause: error });
  return [error.code, error.extra.mayPass ?? false, error.extra.retryAfterMs ?? null];
}

test('browses every record by the cursor, and keeps the text of the records', async () => {
  const index = open();
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = await index.browse(cursor, first);
    expect(page.total).toBe(1_100);
    expect(JSON.parse(page.text)).toHaveLength(page.count);
    count += page.count;
    cursor = page.cursor;
  } while (cursor !== null);
  expect(count).toBe(1_100);
});

test('reads the settings as text', async () => {
  expect(JSON.parse(await open().settings(first))).toEqual({ searchableAttributes: ['title'] });
});

test.each([
  [401, {}, ['EXTERNAL_FORBIDDEN', false, null]],
  [403, {}, ['EXTERNAL_FORBIDDEN', false, null]],
  [404, {}, ['EXTERNAL_INDEX_NOT_FOUND', false, null]],
  [400, {}, ['EXTERNAL_ERROR', false, null]],
  [429, { 'retry-after': '3' }, ['EXTERNAL_ERROR', true, 3_000]],
  [429, { 'retry-after': '999999' }, ['EXTERNAL_ERROR', true, 60_000]],
  [429, { 'retry-after': 'soon' }, ['EXTERNAL_ERROR', true, null]],
  [500, {}, ['EXTERNAL_ERROR', true, null]],
  [503, { 'retry-after': '1' }, ['EXTERNAL_ERROR', true, 1_000]],
  [504, {}, ['EXTERNAL_TIMEOUT', true, null]],
  [301, { location: 'https://127.0.0.1/' }, ['EXTERNAL_ERROR', false, null]],
])('status %d %j is told as %j', async (status, headers, expected) => {
  app.intercept = (_, response) => {
    response.writeHead(status, headers).end('{}');
    return true;
  };
  expect(await codeOf(open().browse(null, first))).toEqual(expected);
  expect(await codeOf(open().settings(first))).toEqual(expected);
});

test.each(['', 'no json', '[]', '{}', '{"hits":{}}', '{"hits":[],"cursor":7}'])(
  'the answer %j is not in the form of the API',
  async (body) => {
    app.intercept = (_, response) => {
      response.end(body);
      return true;
    };
    expect(await codeOf(open().browse(null, first))).toEqual(['EXTERNAL_ERROR', true, null]);
  },
);

test('a wrong key, and one without the rights, are refused', async () => {
  expect(await codeOf(open({ apiKey: 'other' }).settings(first))).toEqual([
    'EXTERNAL_FORBIDDEN',
    false,
    null,
  ]);
  app.rights.delete('browse');
  expect(await codeOf(open().browse(null, first))).toEqual(['EXTERNAL_FORBIDDEN', false, null]);
});

test('an answer that breaks off, a closed port and a certificate of another name are no server', async () => {
  app.intercept = (_, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{');
    response.destroy();
    return true;
  };
  expect(await codeOf(open().browse(null, first))).toEqual(['EXTERNAL_UNREACHABLE', true, null]);
  expect(await codeOf(open({}, 'https://127.0.0.1:1').browse(null, first))).toEqual([
    'EXTERNAL_UNREACHABLE',
    true,
    null,
  ]);
  const stranger = createGuardedClient({ allowCidrs: ['127.0.0.0/8'] });
  const index = createAlgoliaIndex(stranger, { appId: 'A', apiKey: 'k', index: 'i' }, server.origin);
  expect((await codeOf(index.settings(first)))[0]).toBe('EXTERNAL_UNREACHABLE');
  await stranger.close();
});

test('addresses that are not public are not asked', async () => {
  const strict = createGuardedClient({ allowCidrs: [] });
  const index = createAlgoliaIndex(strict, { appId: 'A', apiKey: 'k', index: 'i' }, server.origin);
  expect(await codeOf(index.settings(first))).toEqual(['EXTERNAL_UNREACHABLE', false, null]);
  await strict.close();
});

test('an application without a name in DNS does not exist', async () => {
  // The resolver of Node knows that this domain has no names, without asking anybody.
  expect(await codeOf(open({}, 'https://{app_id}.onion').settings(first))).toEqual([
    'EXTERNAL_APP_NOT_FOUND',
    false,
    null,
  ]);
});

test('each try asks the next host of the application, with its credentials', async () => {
  const asked: { url: string; headers: Record<string, string> }[] = [];
  const answer: PostAnswer = { status: 200, retryAfter: null, head: Buffer.from('{}'), fault: null };
  const noting = {
    get: (url: string, { headers }: { headers: Record<string, string> }) => {
      asked.push({ url, headers });
      return Promise.resolve(answer);
    },
    post: () => Promise.resolve(answer),
  };
  const index = createAlgoliaIndex(noting, { appId: 'AbC', apiKey: 'k', index: 'a b' });
  for (const attempt of [1, 2, 4, 5]) await index.settings({ attempt, signal });
  expect(asked.map(({ url }) => new URL(url).host)).toEqual([
    'abc-dsn.algolia.net',
    'abc-1.algolianet.com',
    'abc-3.algolianet.com',
    'abc-dsn.algolia.net',
  ]);
  expect(new URL(asked[0]!.url).pathname).toBe('/1/indexes/a%20b/settings');
  expect(asked[0]!.headers).toMatchObject({ 'x-algolia-application-id': 'AbC', 'x-algolia-api-key': 'k' });
});
