import { type IndexResource } from '../../../api/products/indexes/schema';
import { type ImportReport } from '../../../api/products/imports/schema';
import { type JobResource } from '../../../api/products/jobs/schema';
import { createGuardedClient } from '../../../src/net';
import { startApi } from '../../setup/api';
import { type AlgoliaApp, algoliaListener, createAlgoliaApp } from '../../setup/algolia-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';
import { anyPath } from '../../setup/stack-parts';

interface ErrorBody {
  error: string;
  details?: { path: string; code: string }[];
}

const lamps = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    objectID: `l${n}`,
    title: `Lamp number${n}`,
    brand: n % 2 === 0 ? 'Acme' : 'Bolt',
    price: n,
  }));

let stack: OwnStack;
let app: AlgoliaApp;
beforeAll(async () => {
  stack = await startOwnStack();
  app = createAlgoliaApp();
  stack.links.files.set(anyPath, algoliaListener(app));
  await stack.startWorker();
});
afterAll(() => stack.close());

const fromApp = (target: string, members: object = {}) => ({
  provider: 'algolia',
  app_id: app.appId,
  api_key: app.apiKey,
  index: 'prod',
  target,
  ...members,
});

const send = <T = { job: JobResource }>(
  json: object,
  options: { key?: string; headers?: Record<string, string> } = {},
) => stack.v1<T>('/imports', { json, ...options });

async function imported(json: object): Promise<JobResource> {
  const { status, body, text } = await send(json);
  if (status !== 202) throw new Error(text);
  return stack.endedJob(body.job.id);
}

const report = async (jobId: string) => (await stack.v1<ImportReport>(`/imports/${jobId}/report`)).body;
const jobRow = (jobId: string) =>
  stack.api.mongo.db
    .collection<{ _id: string; credentials?: string }>('product_jobs')
    .findOne({ _id: jobId });

const fileOf = (text: string) => stack.uploadRecords(text);
const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');

test('records and settings of an application become a searchable index, in stages and with a report', async () => {
  const settings = {
    searchableAttributes: ['title', 'unordered(brand)'],
    attributesForFaceting: ['searchable(brand)'],
    customRanking: ['desc(price)'],
    hitsPerPage: 20,
  };
  app.indexes.set('prod', { records: lamps(1_200), settings });
  const job = await imported(fromApp('from-app', { include: { synonyms: true } }));
  expect(job).toMatchObject({
    type: 'index.import',
    index: 'from-app',
    status: 'succeeded',
    error_code: null,
    result: {
      report: `/v1/imports/${job.id}/report`,
      records: 1_200,
      build_job: expect.any(String) as string,
    },
  });
  expect(job.stages.map(({ name, status }) => [name, status])).toEqual(
    ['pull', 'read', 'map', 'add', 'validate'].map((name) => [name, 'done']),
  );
  await expect(stack.endedJob(job.result!.build_job!)).resolves.toMatchObject({
    type: 'index.build',
    status: 'succeeded',
    result: { records: 1_200 },
  });
  const found = await stack.search('from-app', 'number1199');
  expect(found.hits[0]).toMatchObject({ id: 'l1199', brand: 'Bolt' });
  const done = await report(job.id);
  expect(done).toMatchObject({
    records: { read: 1_200, staged: 1_200, rejected: 0 },
    fields: [
      { name: 'objectID', records: 1_200 },
      { name: 'title', records: 1_200 },
      { name: 'brand', records: 1_200 },
      { name: 'price', records: 1_200 },
    ],
    errors: [],
  });
  expect(done.settings.mapped).toContainEqual({ name: 'searchableAttributes', to: 'searchable' });
  expect(done.settings.ignored.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['customRanking: price', 'hitsPerPage', 'synonyms']),
  );
  const saved = await stack.v1<{ settings: object }>('/indexes/from-app/settings');
  expect(saved.body.settings).toMatchObject({
    searchable: ['title', 'brand'],
    facets: ['brand'],
    sortable: ['price'],
  });
  // Every member is asked for, also where the settings leave some out.
  expect(app.browsed[0]).toMatchObject({ attributesToRetrieve: ['*'] });
});

test('the key of the provider is sealed while the job waits, gone afterwards, and shown nowhere', async () => {
  app.indexes.set('prod', { records: lamps(3), settings: {} });
  const { body, text } = await send(fromApp('sealed'));
  const before = await jobRow(body.job.id);
  expect(JSON.stringify(before)).not.toContain(app.apiKey);
  const ended = await stack.endedJob(body.job.id);
  expect(ended.status).toBe('succeeded');
  expect(await jobRow(ended.id)).not.toHaveProperty('credentials');
  const rows = await stack.api.mongo.db.collection('product_imports').find().toArray();
  const shown = [text, JSON.stringify(ended), JSON.stringify(rows), JSON.stringify(await report(ended.id))];
  for (const each of shown) expect(each).not.toContain(app.apiKey);
});

test('an import adds to an index: other records and settings stay, and access rules are kept', async () => {
  const settings = { acl: { field: 'acl', missing: 'public' }, noun: { singular: 'lamp', plural: 'lamps' } };
  await stack.createIndex('mixed', { settings });
  await stack.stage('mixed', [{ id: 'own', title: 'Torch' }]);
  await stack.built('mixed');
  app.indexes.set('prod', { records: lamps(2), settings: { searchableAttributes: ['title'] } });
  const job = await imported(fromApp('mixed'));
  await stack.endedJob(job.result!.build_job!);
  const { hits } = await stack.search('mixed');
  // The id of the source is put into the field of the ids.
  expect(hits.map(({ id }) => id).sort()).toEqual(['l0', 'l1', 'own']);
  const saved = await stack.v1<{ settings: object }>('/indexes/mixed/settings');
  expect(saved.body.settings).toEqual({ ...settings, searchable: ['title'] });
});

describe.each([
  [
    'algolia_export',
    { settings: { attributesForFaceting: ['brand'] } },
    JSON.stringify(lamps(3), null, 2),
    'l2',
  ],
  [
    'typesense_export',
    {
      schema: {
        name: 'lamps',
        fields: [
          { name: 'title', type: 'string' },
          { name: 'brand', type: 'string', facet: true },
          { name: 'at', type: 'geopoint' },
        ],
      },
    },
    lines(lamps(3).map(({ objectID, ...rest }) => ({ id: objectID, ...rest, at: [48.1, 11.6] }))),
    'l2',
  ],
  [
    'meilisearch_export',
    { settings: { filterableAttributes: ['brand'] } },
    lines(lamps(3).map(({ objectID, ...rest }) => ({ lamp_id: objectID, ...rest }))),
    'l2',
  ],
])('a file of %s', (provider, members, text, id) => {
  const target = provider.replaceAll('_', '-');

  test('becomes a searchable index with its settings', async () => {
    const job = await imported({ provider, records: await fileOf(text), target, ...members });
    expect(job).toMatchObject({ status: 'succeeded', result: { records: 3 } });
    await expect(stack.endedJob(job.result!.build_job!)).resolves.toMatchObject({ status: 'succeeded' });
    expect((await stack.search(target, 'number2')).hits[0]).toMatchObject({ id });
    const saved = await stack.v1<{ settings: object }>(`/indexes/${target}/settings`);
    expect(saved.body.settings).toMatchObject({ facets: ['brand'] });
  });
});

test('places of Typesense are read as latitude and longitude', async () => {
  const { hits } = await stack.search('typesense-export', 'number1');
  expect(hits[0]).toMatchObject({ at: { lat: 48.1, lng: 11.6 } });
});

test('wrong records are counted and named, and the others are taken over', async () => {
  const text = `{"objectID":"a","title":"A"}\nno json\n{"title":"no id"}\n[1]\n{"objectID":"b"}\n`;
  const job = await imported({ provider: 'algolia_export', records: await fileOf(text), target: 'partly' });
  expect(job.warnings).toContainEqual(expect.objectContaining({ code: 'RECORDS_REJECTED' }));
  const { records, errors } = await report(job.id);
  expect(records).toEqual({ read: 5, staged: 2, rejected: 3 });
  expect(errors.map(({ line, code }) => [line, code])).toEqual([
    [2, 'BAD_JSON'],
    [3, 'MISSING_ID'],
    [4, 'NOT_AN_OBJECT'],
  ]);
});

test('settings alone, and records without a build', async () => {
  app.indexes.set('prod', { records: lamps(2), settings: { searchableAttributes: ['title'] } });
  const only = await imported(fromApp('settings-only', { include: { records: false } }));
  expect(only).toMatchObject({ status: 'succeeded', result: { records: 0, build_job: null } });
  expect(only.stages.find(({ name }) => name === 'read')).toMatchObject({ status: 'skipped' });
  expect(only.warnings).toContainEqual(expect.objectContaining({ code: 'NO_RECORDS' }));
  const unbuilt = await imported(fromApp('unbuilt', { build: false }));
  expect(unbuilt.result).toMatchObject({ records: 2, build_job: null });
  expect(await stack.getIndex('unbuilt')).toMatchObject({
    status: 'staged',
    records: { staged: 2, served: 0 },
  });
});

describe('an import that fails', () => {
  const files: [string, string, string, object][] = [
    ['VALIDATION_ERROR', 'an array that ends early', '[{"objectID":"a"}', {}],
    ['VALIDATION_ERROR', 'no record that can be read', 'a\nb\n', {}],
    ['VALIDATION_ERROR', 'no records', '\n\n', {}],
    ['VALIDATION_ERROR', 'no member that could be the id', '{"a":1}', { provider: 'meilisearch_export' }],
  ];
  it.each(files)('ends as %s for a file with %s, and changes nothing', async (code, what, text, members) => {
    const target = `bad-${what.replaceAll(/\W+/g, '-')}`;
    const job = await imported({
      provider: 'algolia_export',
      records: await fileOf(text),
      target,
      ...members,
    });
    expect(job).toMatchObject({ status: 'failed', error_code: code, error: expect.any(String) as string });
    expect(await stack.getIndex(target)).toMatchObject({
      status: 'empty',
      running_job: null,
      records: { staged: 0 },
    });
    const left = await stack.api.mongo.db.collection('product_entries').countDocuments({
      indexId: (await stack.indexRow(target))._id,
    });
    expect(left).toBe(0);
  });

  it.each([
    ['EXTERNAL_INDEX_NOT_FOUND', () => ({ index: 'none' })],
    ['EXTERNAL_FORBIDDEN', () => ({ api_key: 'wrong' })],
  ])('ends as %s, with its key removed', async (code, members) => {
    const job = await imported(fromApp('refused', members()));
    expect(job).toMatchObject({ status: 'failed', error_code: code });
    expect(await jobRow(job.id)).not.toHaveProperty('credentials');
  });

  it('ends as INDEX_TOO_LARGE before the second page is asked for', async () => {
    app.intercept = (request, response) => {
      if (!request.url!.endsWith('/browse')) return false;
      response.end(JSON.stringify({ hits: [{ objectID: 'a' }], nbHits: 1_000_001, cursor: 'next' }));
      return true;
    };
    app.asked.length = 0;
    const job = await imported(fromApp('large'));
    app.intercept = () => false;
    expect(job).toMatchObject({ status: 'failed', error_code: 'INDEX_TOO_LARGE' });
    expect(app.asked.filter((asked) => asked.startsWith('POST'))).toHaveLength(1);
  });

  it('ends as CANCELLED when it is cancelled, and gives the index back', async () => {
    let asked = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      asked = resolve;
    });
    app.intercept = () => {
      asked();
      return true;
    };
    const { body } = await send(fromApp('cancelled'));
    await held;
    const running = await stack.v1<JobResource>(`/jobs/${body.job.id}`);
    expect(running.body.status).toBe('importing');
    const again = await send<ErrorBody>(fromApp('cancelled'));
    expect(again).toMatchObject({ status: 409, body: { error: 'JOB_RUNNING' } });
    const cancelled = await stack.v1<JobResource>(`/jobs/${body.job.id}`, { method: 'DELETE' });
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'failed', error_code: 'CANCELLED' } });
    app.intercept = () => false;
    expect(await stack.getIndex('cancelled')).toMatchObject({ status: 'empty', running_job: null });
    app.indexes.set('prod', { records: lamps(1), settings: {} });
    await expect(imported(fromApp('cancelled'))).resolves.toMatchObject({ status: 'succeeded' });
  });
});

describe('a request that is refused', () => {
  it.each([
    ['an unknown provider', { provider: 'solr', target: 'x' }],
    ['no index', { provider: 'algolia', app_id: 'A', api_key: 'k', target: 'x' }],
    [
      'an app id that is no name',
      { provider: 'algolia', app_id: 'a.b', api_key: 'k', index: 'i', target: 'x' },
    ],
    [
      'a target that cannot be a name',
      { provider: 'algolia', app_id: 'A', api_key: 'k', index: 'i', target: 'X!' },
    ],
    [
      'a foreign file',
      { provider: 'algolia_export', records: 'svc://upl_01JD3V5W8QXK2M4N6P7R9S0T1V', target: 'x' },
    ],
    ['a link as a file', { provider: 'algolia_export', records: 'https://example.com/a', target: 'x' }],
    [
      'nothing to take over',
      {
        provider: 'algolia',
        app_id: 'A',
        api_key: 'k',
        index: 'i',
        target: 'x',
        include: { records: false, settings: false },
      },
    ],
    [
      'unknown members',
      { provider: 'algolia', app_id: 'A', api_key: 'k', index: 'i', target: 'x', mode: 'all' },
    ],
  ])('has %s', async (_, json) => {
    expect(await send<ErrorBody>(json)).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR' } });
  });

  it('names an alias', async () => {
    await stack.createIndex('aliased');
    await stack.v1('/aliases/by-alias', { method: 'PUT', json: { index: 'aliased' } });
    expect(await send<ErrorBody>(fromApp('by-alias'))).toMatchObject({
      status: 409,
      body: { error: 'ALIAS_NOT_INDEX' },
    });
  });

  it('comes with a key that may not import, or not into this index', async () => {
    const newKey = async (members: object) =>
      (await stack.v1<{ key: string }>('/keys', { json: { name: 'k', ...members } })).body.key;
    const search = await newKey({ type: 'search' });
    expect(await send<ErrorBody>(fromApp('x'), { key: search })).toMatchObject({ status: 403 });
    const other = await newKey({ type: 'write', indexes: ['shop-*'] });
    expect(await send<ErrorBody>(fromApp('x'), { key: other })).toMatchObject({ status: 403 });
    await stack.createIndex('tenants', { settings: { tenant_field: 'tenant' } });
    const tenant = await newKey({ type: 'write', tenant: 'acme' });
    expect(await send<ErrorBody>(fromApp('tenants'), { key: tenant })).toMatchObject({
      status: 403,
      body: { error: 'ACCESS_DENIED' },
    });
  });

  it('names an application that does not exist: no job, and no index, is made', async () => {
    // The resolver of Node knows that this domain has no names, without asking anybody.
    const outbound = createGuardedClient({ allowCidrs: [] });
    const api = await startApi({
      env: { IMPORT_ENDPOINTS: 'algolia=https://{app_id}.onion' },
      deps: () => ({ outbound }),
    });
    const { text: key } = await api.createKey();
    const answer = await api.request<ErrorBody>('/v1/imports', { key, json: fromApp('nowhere') });
    expect(answer).toMatchObject({ status: 422, body: { error: 'EXTERNAL_APP_NOT_FOUND' } });
    const index = await api.request<IndexResource>('/v1/indexes/nowhere', { key });
    expect(index.status).toBe(404);
    await Promise.all([api.close(), outbound.close()]);
  });
});

test('a request that is repeated with its Idempotency-Key is one import', async () => {
  app.indexes.set('prod', { records: lamps(1), settings: {} });
  const headers = { 'idempotency-key': 'import-once' };
  const [first, second] = [
    await send(fromApp('once'), { headers }),
    await send(fromApp('once'), { headers }),
  ];
  expect(second.body.job.id).toBe(first.body.job.id);
  await stack.endedJob(first.body.job.id);
});

test('a report is that of an import', async () => {
  await stack.createIndex('plain');
  await stack.stage('plain', [{ id: 'a' }]);
  const { id } = await stack.built('plain');
  const answer = await stack.v1<ErrorBody>(`/imports/${id}/report`);
  expect(answer).toMatchObject({ status: 404, body: { error: 'JOB_NOT_FOUND' } });
});
