import { createHmac } from 'node:crypto';
import { type AnyRoute } from '../../../api/http/route';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { products } from '../../../api/products/family';
import { declaredRoutes } from '../../../src/openapi-document';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const people = ['user:ann', 'user:bob', 'group:staff'] as const;
const tenants = ['acme', 'bolt'] as const;
const index = 'shared';

/** A word that stands in the records of one person of one tenant, and in no request of anybody else. */
const secretOf = (tenant: string, person: string) => `zq${tenant}x${person.replace(/\W/g, '')}`;
const ids = tenants.flatMap((tenant) => people.map((person) => `${tenant}-${person.replace(':', '-')}`));
const secrets = tenants.flatMap((tenant) => people.map((person) => secretOf(tenant, person)));

/** Records of other tenants. A key that writes may change any record of its own tenant. */
const idsBeside = (tenant: string) => ids.filter((id) => !id.startsWith(`${tenant}-`));
const changesRecords = ({ method, path, access }: AnyRoute) =>
  method !== 'get' && access !== 'search' && path.includes('/records');

let stack: Stack;
let routes: AnyRoute[];
let jobId: string;
let importJobId: string;
let keyId: string;

beforeAll(async () => {
  stack = await startStack();
  routes = declaredRoutes().filter(({ family }) => family === products);
  const settings = {
    acl: { field: 'acl' },
    tenant_field: 'tenant',
    facets: ['brand', 'price'],
    fields: { price: { type: 'number' }, brand: { type: 'keyword' } },
  };
  await stack.createIndex(index, { settings });
  await stack.stage(index, recordsOf('lamp'));
  const job = await stack.built(index);
  expect(job).toMatchObject({ status: 'succeeded' });
  jobId = job.id;
  const wrong = recordsOf('shelf').map(({ id, ...record }) => ({
    ...record,
    [id]: record.title,
    id: [record.title],
  }));
  const records = await stack.uploadRecords(wrong.map((record) => JSON.stringify(record)).join('\n'));
  const sent = { provider: 'typesense_export', records, target: index };
  const imported = await stack.v1<{ job: { id: string } }>('/imports', { json: sent });
  importJobId = imported.body.job.id;
  expect((await stack.endedJob(importJobId)).error_code).toBe('VALIDATION_ERROR');
  await stack.stage(
    index,
    recordsOf('desk').map((record) => ({ ...record, id: `staged-${record.id}` })),
  );
  await stack.v1('/aliases/by-alias', { method: 'PUT', json: { index } });
  keyId = (await newKey({ type: 'search' })).id;
});
afterAll(() => stack.close());

/** A record of each person of each tenant, with the secret in each of its members, bad values too. */
function recordsOf(title: string) {
  return tenants.flatMap((tenant, t) =>
    people.map((person, p) => {
      const secret = secretOf(tenant, person);
      const id = ids[t * people.length + p]!;
      const price = p === 0 ? secret : 10 + t * 10 + p;
      return { id, title: `${title} ${secret}`, brand: secret, price, tags: [secret], tenant, acl: [person] };
    }),
  );
}

async function newKey(members: object): Promise<CreatedKey> {
  return (await stack.v1<CreatedKey>('/keys', { json: { name: 'k', ...members } })).body;
}

/** Bodies with which routes answer as much as they can, and change nothing that others have. */
function bodiesOf(tenant: string): Record<string, unknown> {
  const search = { query: 'lamp', facets: true, explain: true, highlight: {}, group_by: { field: 'brand' } };
  const own = { id: `${tenant}-own`, title: 'lamp', tenant, acl: ['nobody'] };
  return {
    createProductIndex: { name: `fresh-${tenant}` },
    copyProductIndex: { name: `copy-${tenant}` },
    importProductIndex: { provider: 'typesense_export', records: 'svc://upl_none', target: index },
    changeProductAliases: { actions: [{ alias: 'none', index: null }] },
    putProductAlias: { index },
    putProductAssignment: {},
    sendProductEvents: {
      events: ids.map((record_id) => ({
        type: 'click',
        query_id: 'q_01JD8Z3W5K2M9F4T6V8X0A1B2C',
        record_id,
      })),
    },
    createProductKey: { name: 'k', type: 'search' },
    changeProductKey: { name: 'k' },
    searchProductIndex: search,
    browseProductIndex: { facets: true },
    typeaheadProductIndex: { query: 'zq' },
    suggestProductQueries: { query: 'zq' },
    findSimilarRecords: { group_by: { field: 'brand', size: 3 } },
    searchProductIndexes: {
      searches: [
        { index, ...search },
        { index, route: 'typeahead', query: 'la' },
      ],
    },
    previewProductSchema: { records: [own] },
    replaceProductSettings: { acl: { field: 'acl' }, tenant_field: 'tenant' },
    replaceRecord: own,
    patchRecord: { title: 'lamp' },
    writeRecordBatch: {
      operations: idsBeside(tenant).map((id) => ({ op: 'patch', id, record: { title: 'lamp' } })),
    },
    uploadRecords: [own],
    deleteMatchingRecords: { filter: 'price > 0' },
  };
}

/** Every request of a route that this test makes: one for each record that it reads, or of others changes. */
function pathsOf(route: AnyRoute, tenant: string): string[] {
  const { path } = route;
  const fixed = path
    .replace(':index', index)
    .replace(':alias', 'by-alias')
    .replace(':job_id', path.startsWith('/v1/imports/') ? importJobId : jobId)
    .replace(':key_id', keyId)
    .replace(':layer', 'ranking');
  const unknown = /:(?!id\b)\w+/.exec(fixed);
  if (unknown !== null) throw new Error(`${path}: what is ${unknown[0]}?`);
  const named = changesRecords(route) ? idsBeside(tenant) : ids;
  return fixed.includes(':id') ? named.map((id) => fixed.replace(':id', id)) : [fixed];
}

async function answersOf(key: string, tenant: string): Promise<Map<string, string[]>> {
  const bodies = bodiesOf(tenant);
  const answers = new Map<string, string[]>();
  for (const route of routes) {
    const { operationId, method, body } = route;
    // An index, its key and its alias that are gone tell nothing any more.
    if (method === 'delete' && operationId !== 'deleteRecord') continue;
    if (body !== undefined && !(operationId in bodies) && operationId !== 'buildProductIndex')
      throw new Error(`${operationId}: this test needs a body for it`);
    const json = operationId in bodies ? { json: bodies[operationId] } : {};
    const texts: string[] = [];
    for (const path of pathsOf(route, tenant)) {
      const asked = { key, method: method.toUpperCase(), ...json };
      const { text, headers } = await stack.v1(path.replace('/v1', ''), asked);
      texts.push(text + JSON.stringify([...headers]));
    }
    answers.set(operationId, texts);
  }
  return answers;
}

it('counts and bounds are those of the visible records', async () => {
  const { key } = await newKey({ type: 'search', tenant: 'acme', principals: ['user:bob'] });
  const json = { query: '', facets: true, facet_stats: true, group_by: { field: 'brand' } };
  const { body } = await stack.v1<Record<string, unknown>>(`/indexes/${index}/search`, { key, json });
  expect(body).toMatchObject({
    total: 1,
    total_records: 1,
    facet_set_size: 1,
    facet_stats: { price: { min: 11, max: 11 } },
    facets: { brand: [{ value: secretOf('acme', 'user:bob'), count: 1 }] },
  });
});

it('the admin key finds every secret, so that none of them is missing by mistake', async () => {
  const { key } = await newKey({ type: 'admin' });
  const { text } = await stack.v1(`/indexes/${index}/search`, { key, json: { query: 'lamp' } });
  expect(secrets.filter((secret) => !text.includes(secret))).toEqual([]);
});

it('the members that say who may see a record are in no hit, and in no record that is read', async () => {
  const { key } = await newKey({ type: 'search', tenant: 'acme', principals: ['*'] });
  const ask = (route: string, json: object) =>
    stack.v1<{ hits: Record<string, unknown>[] }>(`/indexes/${index}/${route}`, { key, json });
  const answers = [
    await ask('search', { query: 'lamp', fields: ['title', 'acl', 'tenant'], highlight: {}, explain: true }),
    await ask('search', { query: 'acme', highlight: {}, explain: true }),
    await ask('search', { query: 'lamp', group_by: { field: 'brand', size: 3 } }),
    await ask('browse', {}),
    await ask('typeahead', { query: 'la' }),
    await ask(`records/${ids[0]!}/similar`, {}),
  ];
  expect(answers[0]!.body.hits).toHaveLength(people.length);
  for (const { text } of answers) {
    expect(text).not.toMatch(/"(?:acl|tenant)"/);
    expect(text).not.toMatch(/user:ann|group:staff/);
  }
  const read = await stack.v1<{ record: object }>(`/indexes/${index}/records/${ids[0]!}`, { key });
  expect(Object.keys(read.body.record)).toEqual(['id', 'title', 'brand', 'price', 'tags']);
});

it('a token that says no principals, or no tenant, under a key with a wildcard finds nothing', async () => {
  const { id, key } = await newKey({ type: 'search', tenant: '*', principals: ['user:*'] });
  const asked = async (members: object) => {
    const payload = Buffer.from(JSON.stringify({ parent: id, exp: Date.now() + 600_000, ...members }));
    const text = payload.toString('base64url');
    const secret = createHmac('sha256', key).update('sheaf search token').digest('hex');
    const token = `tok_${text}.${createHmac('sha256', secret).update(text).digest('hex')}`;
    const { status, body } = await stack.v1<{ error?: string; total?: number }>(`/indexes/${index}/search`, {
      key: token,
      json: { query: 'lamp' },
    });
    return [status, body.error ?? body.total];
  };
  expect(await asked({ principals: ['user:ann'], tenant: 'acme' })).toEqual([200, 1]);
  for (const members of [
    {},
    { principals: ['user:ann'] },
    { tenant: 'acme' },
    { principals: [], tenant: 'acme' },
  ])
    expect(await asked(members)).toEqual([403, 'ACCESS_DENIED']);
});

describe.each(tenants)('of tenant %s', (tenant) => {
  it.each(people)('%s gets no byte of a record that is hidden, by any route', async (person) => {
    const { key } = await newKey({ type: 'write', tenant, principals: [person] });
    const answers = await answersOf(key, tenant);
    const own = secretOf(tenant, person);
    const leaks = [...answers].flatMap(([operationId, texts]) =>
      secrets
        .filter((secret) => secret !== own && texts.some((text) => text.includes(secret)))
        .map((secret) => `${operationId}: ${secret}`),
    );
    expect(leaks).toEqual([]);
    // What is the key's own shows that the words would be there.
    expect(answers.get('searchProductIndex')!.join('')).toContain(own);
    expect(answers.get('getRecord')!.join('')).toContain(own);
  });
});
