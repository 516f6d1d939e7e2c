import { type DocumentApi, type ErrorBody, type IssueBody, startDocumentApi } from './document-client';

let api: DocumentApi;
let documentId: string;
beforeAll(async () => {
  api = await startDocumentApi();
  documentId = await api.add('manuals');
  await api.collection('asleep');
  await api.mongo.db.collection('collections').updateOne({ name: 'asleep' }, { $set: { active: false } });
});
afterAll(() => api.close());

const unknownDocument = 'doc_00000000000000000000000000';
const unknownRelation = 'rel_00000000000000000000000000';
const metadata = { custom_metadata: { year: 2024 } };

interface Case {
  route: string;
  method: string;
  path: (collection: string, document: string) => string;
  json?: unknown;
  needs: 'read' | 'query' | 'index';
}

/** Every route on documents, chunks and relations, with a request that is right. */
const routes: Case[] = (
  [
    ['GET', 'v2', 'documents', 'read'],
    ['DELETE', 'v2', 'documents', 'index'],
    ['GET', 'v3', 'documents', 'read'],
    ['POST', 'v3', 'documents/search', 'read', { metadata_filter: { year: 2024 } }],
    ['GET', 'v3', 'documents/:d', 'read'],
    ['GET', 'v2', 'documents/:d', 'read'],
    ['DELETE', 'v2', 'documents/:d', 'index'],
    ['GET', 'v3', 'documents/:d/pages/0', 'read'],
    ['POST', 'v3', 'documents/:d/asset-urls', 'query', { asset_ids: ['fig_0_a'] }],
    ['PUT', 'v3', 'documents/:d/metadata', 'index', metadata],
    ['PATCH', 'v3', 'documents/:d/metadata', 'index', metadata],
    [
      'PUT',
      'v3',
      'documents/metadata/batch',
      'index',
      { items: [{ item_id: 'a', document_id: ':d', ...metadata }] },
    ],
    [
      'PATCH',
      'v3',
      'documents/metadata/batch',
      'index',
      { items: [{ item_id: 'a', document_id: ':d', ...metadata }] },
    ],
    ['GET', 'v3', 'chunks?document_id=:d', 'read'],
    ['GET', 'v3', 'chunks/:d:0', 'read'],
    ['GET', 'v3', 'chunks/:d:0/metadata', 'read'],
    ['PUT', 'v3', 'chunks/:d:0/metadata', 'index', metadata],
    ['PATCH', 'v3', 'chunks/:d:0/metadata', 'index', metadata],
    ['DELETE', 'v3', 'chunks/:d:0/metadata', 'index'],
    [
      'PUT',
      'v3',
      'chunks/metadata/batch',
      'index',
      { items: [{ item_id: 'a', chunk_id: ':d:0', ...metadata }] },
    ],
    [
      'PATCH',
      'v3',
      'chunks/metadata/batch',
      'index',
      { items: [{ item_id: 'a', chunk_id: ':d:0', ...metadata }] },
    ],
    [
      'PUT',
      'v3',
      'relations/batch',
      'index',
      {
        items: [
          {
            item_id: 'a',
            source_chunk_id: ':d:0',
            target_chunk_id: ':d:1',
            relation_type: 't',
            metadata: {},
          },
        ],
      },
    ],
    ['GET', 'v3', 'chunks/:d:0/relations', 'read'],
    ['POST', 'v3', 'chunks/:d:0/relations', 'index', { target_chunk_id: ':d:1', relation_type: 't' }],
    ['DELETE', 'v3', `relations/${unknownRelation}`, 'index'],
  ] as [string, string, string, Case['needs'], unknown?][]
).map(([method, version, rest, needs, json]) => ({
  route: `${method} ${version} ${rest}`,
  method,
  path: (collection, document) => `/${version}/collections/${collection}/${rest.replace(':d', document)}`,
  ...(json !== undefined && { json }),
  needs,
}));

const writes = routes.filter(({ needs }) => needs === 'index');
const withBody = routes.filter(({ json }) => json !== undefined);
const ofOneDocument = routes.filter(({ route }) => route.includes(':d') && !route.includes('batch'));

/** Sends a route's request, on the document of these tests unless another is named. */
function send(
  { method, path, json }: Case,
  { collection = 'manuals', document = documentId, key = api.key.text } = {},
) {
  const body =
    json === undefined ? undefined : (JSON.parse(JSON.stringify(json).replaceAll(':d', document)) as unknown);
  return api.call(method, path(collection, document), body, key);
}

test('the table has every route of these nouns', () => {
  expect(routes).toHaveLength(25);
});

test.each(routes)('$route needs a key', async (route) => {
  const answer = await send(route, { key: 'svc_prod_notakeynotakeynotakeynotakey' });
  expect([answer.status, answer.body.error]).toEqual([401, 'invalid_api_key']);
});

test.each(routes)('$route is closed to a key that may only manage webhooks', async (route) => {
  const answer = await send(route, { key: await api.keyWith(['webhooks']) });
  expect([answer.status, answer.body.error]).toEqual([403, 'permission_denied']);
  expect(answer.body.details).toEqual({ required: route.needs === 'index' ? 'index' : 'query' });
});

test.each(writes)('$route is closed to a key that may only query', async (route) => {
  const answer = await send(route, { key: await api.keyWith(['query']) });
  expect([answer.status, answer.body.error]).toEqual([403, 'permission_denied']);
});

test.each(routes.filter(({ needs }) => needs !== 'index'))(
  '$route is open to a key that may query, and to one that may index where it only reads',
  async (route) => {
    expect((await send(route, { key: await api.keyWith(['query']) })).body.error).not.toBe(
      'permission_denied',
    );
    const indexing = await send(route, { key: await api.keyWith(['index']) });
    expect(indexing.body.error === 'permission_denied').toBe(route.needs === 'query');
  },
);

test.each([
  ['another organization', { organization: 'globex' }],
  ['another environment', { environment: 'staging' as const }],
])('%s sees no collection and no document', async (_name, who) => {
  const { text: key } = await api.createKey(who);
  for (const route of routes) {
    const answer = await send(route, { key });
    expect([route.route, answer.status, answer.body.error]).toEqual([
      route.route,
      404,
      'collection_not_found',
    ]);
  }
});

test.each(['nothing', '__proto__', '%00', '%F0%9F%98%80', 'x'.repeat(2_000)])(
  'no collection is called %s',
  async (collection) => {
    for (const route of routes) {
      const answer = await send(route, { collection });
      expect([route.route, answer.status, answer.body.error]).toEqual([
        route.route,
        404,
        'collection_not_found',
      ]);
    }
  },
);

test.each(routes)('$route refuses a collection that is not active', async (route) => {
  const answer = await send(route, { collection: 'asleep' });
  expect([answer.status, answer.body.error]).toEqual([403, 'collection_inactive']);
});

test.each([unknownDocument, 'doc_x', '__proto__', '%00', '$ne', 'col_00000000000000000000000000'])(
  'no document and no chunk is called %s',
  async (document) => {
    for (const route of ofOneDocument) {
      const answer = await send(route, { document });
      const code = route.route.includes('chunks/') ? 'chunk_not_found' : 'document_not_found';
      expect([route.route, answer.status, answer.body.error]).toEqual([route.route, 404, code]);
    }
  },
);

test.each(routes)('$route takes no unknown query parameter', async (route) => {
  const join = route.route.includes('?') ? '&' : '?';
  const path = (...names: [string, string]) => `${route.path(...names)}${join}surprise=1`;
  const answer = await send({ ...route, path });
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  expect(answer.body.details).toMatchObject([{ loc: ['query', 'surprise'], type: 'extra_forbidden' }]);
});

test.each(withBody)('$route refuses a body that is too large, no JSON, or of another type', async (route) => {
  const path = route.path('manuals', documentId);
  const post = (body: string, type = 'application/json') =>
    api.request<ErrorBody>(path, {
      method: route.method,
      key: api.key.text,
      body,
      headers: { 'content-type': type },
    });
  const large = await post(JSON.stringify({ custom_metadata: { a: 'x'.repeat(1_048_576) } }));
  expect([large.status, large.body.error]).toEqual([413, 'payload_too_large']);
  const torn = await post('{"items": [');
  expect([torn.status, torn.body.error]).toEqual([400, 'malformed_json']);
  const text = await post('{}', 'text/plain');
  expect([text.status, text.body.error]).toEqual([415, 'unsupported_media_type']);
});

test.each(withBody)('$route refuses unknown fields, and a batch does so with 400', async (route) => {
  const answer = await send({ ...route, json: { ...(route.json as object), surprise: 1 } });
  if (route.route.includes('batch')) {
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
    expect(answer.body.details).toMatchObject([{ loc: ['body', 'surprise'], type: 'extra_forbidden' }]);
  } else {
    expect(answer.status).toBe(422);
    const { detail } = answer.body as unknown as IssueBody;
    expect(detail).toMatchObject([{ loc: ['body', 'surprise'], type: 'extra_forbidden' }]);
  }
});

test.each([
  ['v3', 'documents', 'limit', ['0', '1001', '-1', '1.5', 'x', '', '1e2']],
  ['v3', 'documents', 'offset', ['-1', '1.5', 'x', '', '0x1']],
  ['v3', 'documents', 'include_custom_metadata', ['1', 'yes', 'TRUE', '']],
  ['v2', 'documents', 'limit', ['0', '1001', '-1', 'x']],
  ['v2', 'documents', 'offset', ['-1', 'x', '']],
  ['v3', 'documents/:d', 'include_regions', ['1', '']],
  ['v3', 'documents/:d', 'include_metadata', ['0', 'no']],
  ['v2', 'documents/:d', 'include_bbox', ['1', '']],
  ['v3', 'documents/:d/pages/0', 'include_regions', ['1']],
  ['v3', 'chunks?document_id=:d', 'limit', ['0', '501', 'x']],
  ['v3', 'chunks?document_id=:d', 'cursor', ['-1', '1.5', 'x', '', '1e1']],
  ['v3', 'chunks?document_id=:d', 'include_regions', ['1']],
  ['v3', 'chunks/:d:0', 'include_metadata', ['1']],
  ['v3', 'chunks/:d:0/relations', 'limit', ['0', '501', '']],
  ['v3', 'chunks/:d:0/relations', 'direction', ['up', '']],
  ['v3', 'chunks/:d:0/relations', 'cursor', ['x', '0']],
])('%s %s keeps the bounds of %s', async (version, rest, name, values) => {
  for (const value of values) {
    const join = rest.includes('?') ? '&' : '?';
    const path = `/${version}/collections/manuals/${rest.replace(':d', documentId)}${join}${name}=${value}`;
    const answer = await api.call('GET', path);
    if (version === 'v2') {
      expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
      expect(answer.body.details).toMatchObject([{ loc: ['query', name] }]);
    } else {
      expect([value, answer.status]).toEqual([value, 422]);
      expect((answer.body as unknown as IssueBody).detail).toMatchObject([{ loc: ['query', name] }]);
    }
  }
});

test.each(['-1', '1.5', 'x', '%20x', '%20', '1e0', '0x0'])('no page has the number %s', async (page) => {
  const answer = await api.call<IssueBody>(
    'GET',
    `/v3/collections/manuals/documents/${documentId}/pages/${page}`,
  );
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatchObject([{ loc: ['path', 'page_number'] }]);
});

test('the chunk list needs to be told the document', async () => {
  const answer = await api.call<IssueBody>('GET', '/v3/collections/manuals/chunks');
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toMatchObject([{ loc: ['query', 'document_id'], type: 'missing' }]);
});
