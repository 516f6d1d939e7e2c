import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBlobStore } from '../../../src/blobs';
import { ID_PREFIX } from '../../../src/domain/platform/ids';
import { settingsRebuildFeature } from '../../../src/domain/products/features';
import { JOB_STAGES } from '../../../src/domain/products/product-job';
import { JobsUnavailable } from '../../../src/jobs/runs';
import {
  addRecord,
  createSummary,
  declaredFields,
  inferFieldTable,
  keepSummary,
} from '../../../src/product-search';
import { newId } from '../../../src/stores/mongo/new-id';
import { type ProductIndexRow, settingsOf } from '../../../src/stores/products/product-index-row';
import { type SettingsAnswer } from '../../../api/products/settings/schema';
import { startApi, type TestApi, type TestKey } from '../../setup/api';

type ErrorBody = Record<string, unknown> & { error: string };

let api: TestApi;
let key: TestKey;
let count = 0;
beforeAll(async () => {
  api = await startApi({
    env: { BLOB_FOLDER: mkdtempSync(join(tmpdir(), 'sheaf-settings-')) },
    deps: (config) => ({
      blobs: createBlobStore(config),
      // Temporal is away: rows of builds are accepted, the sweep would start them.
      jobs: { builds: { start: () => Promise.reject(new JobsUnavailable(null)) } } as never,
    }),
  });
});
// An organization may change only so many settings a second.
beforeEach(async () => {
  key = await api.createKey({ organization: `acme-${count++}` });
});
afterAll(() => api.close());

const records = Array.from({ length: 60 }, (_, place) => ({
  sku: `MH-${place}`,
  title: `A hoodie. Number ${place}.`,
  color: ['red', 'green'][place % 2],
  price: place,
  groups: ['staff'],
}));

async function createIndex(settings?: object): Promise<string> {
  const name = `index-${count++}`;
  const { status } = await api.request('/v1/indexes', { key: key.text, json: { name, id_field: 'sku', settings } });
  expect(status).toBe(201);
  return name;
} // prettier-ignore

const rowOf = async (name: string): Promise<ProductIndexRow> =>
  (await api.mongo.db.collection<ProductIndexRow>('product_indexes').findOne({ name }))!;

/** Brings an index into the state in which a build of the records leaves it. */
async function serve(name: string): Promise<string> {
  const index = await rowOf(name);
  const settings = settingsOf(index);
  const summary = createSummary(declaredFields(settings));
  for (const record of records) addRecord(summary, record);
  const buildId = newId(ID_PREFIX.productBuild);
  const { table } = inferFieldTable(summary, { settings, idField: 'sku' });
  await keepSummary(api.deps.blobs, { indexId: index._id, buildId }, summary);
  const { productBuilds } = api.stores;
  const view = { stagedThrough: 1, voidThrough: 0 };
  const { organizationId, environment, _id: indexId, settingsVersion } = index;
  await productBuilds.insert({
    _id: buildId,
    indexId,
    organizationId,
    environment,
    jobId: newId(ID_PREFIX.productJob),
    physical: `${name}__none`,
    view,
    idField: 'sku',
    settings: index.settings,
    settingsVersion,
  });
  await productBuilds.decide(buildId, { records: records.length, table: JSON.stringify(table) });
  const kept = { buildId, physical: `${name}__none`, view, appliedThrough: 1, builtAt: 5, records: 60, builtRecords: 60 };
  await api.mongo.db
    .collection<ProductIndexRow>('product_indexes')
    .updateOne({ _id: indexId }, { $set: { served: kept } });
  return buildId;
} // prettier-ignore

const path = (name: string) => `/v1/indexes/${name}/settings`;
const get = async (name: string) => (await api.request<SettingsAnswer>(path(name), { key: key.text })).body;
const put = <T = SettingsAnswer>(name: string, json: unknown, query = '', headers = {}) =>
  api.request<T>(path(name) + query, { method: 'PUT', key: key.text, json, headers });

test('an index without records has settings, and no fields', async () => {
  const name = await createIndex({ facets: ['color'] });
  expect(await get(name)).toEqual({
    object_search: true,
    settings: { facets: ['color'] },
    effective: null,
    served: null,
    warnings: [expect.objectContaining({ code: 'UNKNOWN_FIELD', field: 'color', settings: ['facets'] })],
    applies_at: 'the next build',
    job: null,
  });
});

test('settings are replaced as a whole, and kept as they were sent', async () => {
  const name = await createIndex();
  const settings = {
    fields: { 'a.b': { type: 'number', unit: 'cm' }, '': { facet: true }, constructor: { type: 'skip' } },
    noun: { singular: 'shoe', plural: 'shoes' },
  };
  expect((await put(name, settings)).body.settings).toEqual(settings);
  const { status, body } = await put(name, { sortable: ['price'] });
  expect(status).toBe(200);
  expect(body.settings).toEqual({ sortable: ['price'] });
  expect((await get(name)).settings).toEqual({ sortable: ['price'] });
});

test('fields before the first build are those of the live writes and uploads so far', async () => {
  const name = await createIndex({ fields: { price: { unit: 'USD' } } });
  const index = await rowOf(name);
  const changes = records.map((record) => ({ recordId: record.sku, op: 'put' as const, text: JSON.stringify(record) }));
  await api.stores.writeLive(index._id, { changes, allOrNothing: true });
  const { effective } = await get(name);
  expect(effective).toMatchObject({ id_field: 'sku', primary: 'title', records_seen: 60 });
  expect(effective!.fields.price).toEqual({
    type: 'number',
    inferred_type: 'number',
    origin: 'builtin',
    list: false,
    searchable: true,
    weight: null,
    role: null,
    facet: true,
    filterable: true,
    sortable: true,
    unit: 'USD',
    values: null,
    format: null,
    present: 1,
    distinct: 60,
    samples: [0, 1, 10],
    children: null,
  });
}); // prettier-ignore

test('an index whose id field was chosen by its codes says so', async () => {
  const name = await createIndex();
  const rows = api.mongo.db.collection<ProductIndexRow>('product_indexes');
  await rows.updateOne({ name }, { $set: { idOrigin: 'code_field' } });
  expect((await get(name)).warnings).toEqual([
    expect.objectContaining({ code: 'ID_FROM_CODE_FIELD', field: 'sku' }),
  ]);
});

test('a served index tells its fields without samples, and never samples of access lists', async () => {
  const name = await createIndex({ acl: { field: 'groups' } });
  const buildId = await serve(name);
  const { served, effective, applies_at: appliesAt } = await get(name);
  expect(served).toMatchObject({ build_id: buildId, built_at: 5 });
  expect(served!.fields.color).not.toHaveProperty('samples');
  expect(effective!.fields.color).toMatchObject({ type: 'enum', samples: ['red', 'green'] });
  expect(effective!.fields.groups).not.toHaveProperty('samples');
  expect(appliesAt).toBe('served');
});

describe('a served index', () => {
  test.each([
    ['noun', { noun: { singular: 'a', plural: 'b' } }],
    ['group_by', { group_by: { field: 'color' } }],
    ['strict_types', { strict_types: true }],
    ['deterministic', { deterministic: true }],
    ['facets on columns', { facets: ['sku'] }],
    ['sortable', { sortable: [] }],
    ['a field that no longer filters', { fields: { color: { filterable: false, facet: false } } }],
    ['a type that the records suggest anyway', { fields: { color: { type: 'enum' } } }],
  ])('takes %s at once', async (_, settings) => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, true);
    const { status, body } = await put(name, settings);
    expect([status, body.applies_at, body.job]).toEqual([200, 'served', null]);
  });

  test('shows flags that took effect at once', async () => {
    const name = await createIndex();
    await serve(name);
    const { served } = (await put(name, { facets: ['sku'], sortable: [] })).body;
    expect(served!.fields).toMatchObject({
      sku: { facet: true },
      color: { facet: false },
      price: { sortable: false },
    });
  });

  test.each([
    ['type', { fields: { color: { type: 'text' } } }, ['color']],
    ['searchable', { fields: { color: { searchable: false } } }, ['color']],
    ['role', { fields: { color: { role: 'category' } } }, ['color']],
    ['identifiers', { identifiers: ['color'] }, ['color']],
    ['unit', { fields: { price: { unit: 'EUR' } } }, ['price']],
    ['list', { fields: { color: { list: true } } }, ['color']],
    ['values', { fields: { color: { type: 'enum', values: ['red'] } } }, ['color']],
  ])('is told that %s needs a full build', async (_, settings, fields) => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, true);
    const { status, body } = await put<ErrorBody>(name, settings);
    expect([status, body.error, body.fields, body.estimated_minutes]).toEqual([422, 'FIELD_NEEDS_REBUILD', fields, null]);
    expect(typeof body.reason).toBe('string');
    expect((await get(name)).settings).toEqual({});
  }); // prettier-ignore

  test('without the feature a change is saved for the next build, whatever rebuild says', async () => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, false);
    const { status, body } = await put(name, { fields: { color: { type: 'text' } } }, '?rebuild=true');
    expect([status, body.applies_at, body.job]).toEqual([200, 'the next build', null]);
    expect(body.effective!.fields.color!.type).toBe('text');
    expect(body.served!.fields.color!.type).toBe('enum');
  });

  test('rebuild=true saves the change and starts the build that applies it, once', async () => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, true);
    const settings = { fields: { color: { type: 'text' } } };
    const headers = { 'Idempotency-Key': 'rebuild-1' };
    const { status, body } = await put(name, settings, '?rebuild=true', headers);
    expect([status, body.settings, body.job?.type]).toEqual([202, settings, 'index.build']);
    expect(body.applies_at).toBe(`when job ${body.job!.id} succeeds`);
    const again = await put(name, settings, '?rebuild=true', headers);
    expect([again.status, again.headers.get('idempotent-replayed'), again.body]).toEqual([202, 'true', body]);
    const other = await put<ErrorBody>(name, {}, '?rebuild=true', headers);
    expect([other.status, other.body.error]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    // The build under way was accepted before this change, but has not fixed its settings yet.
    const next = await put(name, { fields: { color: { type: 'keyword' } } }, '?rebuild=true');
    expect([next.status, next.body.job?.id]).toEqual([200, body.job!.id]);
  });

  test('a change while a build runs waits for the build after it', async () => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, false);
    const index = await rowOf(name);
    const { _id: indexId, organizationId, environment } = index;
    const jobId = newId(ID_PREFIX.productJob);
    const buildId = newId(ID_PREFIX.productBuild);
    const job = { _id: jobId, type: 'index.build' as const, indexId, indexName: name, organizationId, environment };
    await api.stores.acceptProductJob({ ...job, stages: JOB_STAGES['index.build'], buildId });
    await api.stores.productBuilds.insert({
      _id: buildId, indexId, organizationId, environment, jobId, physical: `${name}__other`,
      view: { stagedThrough: 1, voidThrough: 0 }, idField: 'sku', settings: '{}', settingsVersion: index.settingsVersion,
    });
    const { body } = await put(name, { fields: { color: { type: 'text' } } });
    expect([body.applies_at, body.job?.id]).toEqual([`the build after job ${jobId}`, jobId]);
  }); // prettier-ignore

  test('the estimate is that of the last full build', async () => {
    const name = await createIndex();
    await serve(name);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, true);
    const { _id: indexId, organizationId, environment } = await rowOf(name);
    const jobId = newId(ID_PREFIX.productJob);
    const job = {
      _id: jobId,
      type: 'index.build' as const,
      indexId,
      indexName: name,
      organizationId,
      environment,
    };
    await api.stores.productJobs.insert({ ...job, stages: [] });
    const at = new Date();
    const times = { state: 'succeeded' as const, startedAt: at, finishedAt: new Date(at.getTime() + 90_000) };
    await api.mongo.db.collection<{ _id: string }>('product_jobs').updateOne({ _id: jobId }, { $set: times });
    const { body } = await put<ErrorBody>(name, { fields: { color: { type: 'text' } } });
    expect([body.error, body.estimated_minutes]).toEqual(['FIELD_NEEDS_REBUILD', 1.5]);
  });

  test('what was saved before and still waits for a build is no change', async () => {
    const name = await createIndex();
    await serve(name);
    const settings = { fields: { color: { type: 'text' } } };
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, false);
    await put(name, settings);
    await api.stores.organizations.setFeature(key.organizationId, settingsRebuildFeature, true);
    expect((await put(name, settings)).status).toBe(200);
    expect((await put(name, { ...settings, noun: { singular: 'a', plural: 'b' } })).status).toBe(200);
    expect((await put(name, {})).body.applies_at).toBe('served');
  });
});

test.each([
  ['an acl that is taken away', { acl: { field: 'groups' } }, {}, ['acl']],
  ['an acl that is added', {}, { acl: { field: 'groups' } }, ['acl']],
  ['another acl', { acl: { field: 'groups' } }, { acl: { field: 'groups', missing: 'public' } }, ['acl']],
  ['a tenant field', { tenant_field: 'a' }, { tenant_field: 'b' }, ['tenant_field']],
  ['an audit log of reads that is added', {}, { audit: {} }, ['audit']],
  ['audit', {}, { audit: { on_failure: 'refuse' }, tenant_field: 'a' }, ['tenant_field', 'audit']],
])('%s is forbidden after the index was created', async (_, first, second, fields) => {
  const name = await createIndex(first);
  const { status, body } = await put<ErrorBody>(name, second);
  expect([status, body.error, body.fields]).toEqual([403, 'FORBIDDEN', fields]);
  expect((await get(name)).settings).toEqual(first);
});

test.each([
  ['an acl', { acl: { field: 'groups', deny_field: 'tags', missing: 'public' } }],
  ['a tenant field', { tenant_field: 'maker' }],
  ['an audit log', { audit: { query_text: 'hashed', client_ip: 'none', on_failure: 'refuse' } }],
])('%s may be sent again as it was set', async (_, settings) => {
  const name = await createIndex(settings);
  expect(await put(name, settings)).toMatchObject({ status: 200, body: { settings } });
});

test('fixed settings may be sent with their defaults spelled out', async () => {
  const name = await createIndex({ acl: { field: 'groups' }, audit: {} });
  const spelled = { acl: { field: 'groups', missing: 'deny' }, audit: { query_text: 'redacted' } };
  expect((await put(name, spelled)).status).toBe(200);
});

test.each<[string, unknown, string]>([
  ['an unknown member', { colour: [] }, 'body.colour'],
  ['an unknown member of a field', { fields: { a: { typ: 'text' } } }, 'body.fields.a.typ'],
  ['an unknown type', { fields: { a: { type: 'string' } } }, 'body.fields.a.type'],
  ['a name that is too long', { facets: ['a'.repeat(513)] }, 'body.facets.0'],
  ['a group of no hits', { group_by: { field: 'a', size: 0 } }, 'body.group_by.size'],
  ['a noun without its plural', { noun: { singular: 'a' } }, 'body.noun.plural'],
  ['an enum without values', { fields: { a: { values: [] } } }, 'body.fields.a.values'],
  ['an acl without a field', { acl: {} }, 'body.acl.field'],
  ['no object', [], 'body'],
])('%s is refused', async (_, settings, wrong) => {
  const name = await createIndex();
  const { status, body } = await put<ErrorBody>(name, settings);
  expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
  expect((body.details as { path: string }[]).map((detail) => detail.path)).toEqual([wrong]);
});

test('settings of a field called __proto__ are refused, not dropped', async () => {
  const name = await createIndex();
  const { status, body } = await api.request<ErrorBody>(path(name), {
    method: 'PUT',
    key: key.text,
    body: '{"fields": {"__proto__": {"type": "skip"}}}',
    headers: { 'content-type': 'application/json' },
  });
  expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
});

test('settings that are put at once come in one order, and none is mixed', async () => {
  const name = await createIndex();
  const before = (await rowOf(name)).settingsVersion;
  const all = Array.from({ length: 8 }, (_, place) => ({
    facets: [`f${place}`],
    noun: { singular: `s${place}`, plural: `p${place}` },
  }));
  const statuses = await Promise.all(all.map(async (settings) => (await put(name, settings)).status));
  const saved = statuses.filter((status) => status === 200).length;
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
  expect((await rowOf(name)).settingsVersion).toBe(before + saved);
  expect(all).toContainEqual((await get(name)).settings);
});

test('an index of another tenant has no settings to be seen or changed', async () => {
  const name = await createIndex();
  const foreign = await api.createKey({ organization: 'other' });
  for (const method of ['GET', 'PUT']) {
    const { status, body } = await api.request<ErrorBody>(path(name), {
      method,
      key: foreign.text,
      ...(method === 'PUT' ? { json: {} } : {}),
    });
    expect([status, body.error]).toEqual([404, 'INDEX_NOT_FOUND']);
  }
});

test('a search key reads no settings', async () => {
  const searching = await api.createKey({ permissions: ['products-search'] });
  const { status } = await api.request(path(await createIndex()), { key: searching.text });
  expect(status).toBe(403);
});
