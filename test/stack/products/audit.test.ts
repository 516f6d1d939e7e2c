import { type AnyRoute } from '../../../api/http/route';
import { products } from '../../../api/products/family';
import { type AuditCheckResource, type AuditEntryResource } from '../../../api/products/audit/schema';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { declaredRoutes } from '../../../src/openapi-document';
import { AUDIT_ACTIONS } from '../../../src/domain/products/audit';
import { type AuditEntryRow, auditEntryIndexes } from '../../../src/stores/products/audit/audit-entries';
import { type TestKey } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const index = 'products';
const records = [
  { id: 'a', title: 'red lamp', size: 1, acl: ['group:staff'] },
  { id: 'b', title: 'blue lamp', size: 2, acl: ['group:staff'] },
  { id: 'c', title: 'desk', size: 3, acl: ['group:staff'] },
];

let stack: Stack;
let foreign: TestKey;
let shopper: CreatedKey;
beforeAll(async () => {
  stack = await startStack();
  foreign = await stack.api.createKey({ organization: 'other' });
  await stack.createIndex(index, { settings: { acl: { field: 'acl' }, audit: {} } });
  await stack.stage(index, records);
  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  shopper = await newKey({ type: 'search', principals: ['group:staff'], tenant: 'acme' });
});
afterAll(() => stack.close());

async function newKey(members: object): Promise<CreatedKey> {
  return (await stack.v1<CreatedKey>('/keys', { json: { name: 'k', ...members } })).body;
}

async function list(query = '', key?: string): Promise<AuditEntryResource[]> {
  const answer = await stack.v1<{ entries: AuditEntryResource[] }>(`/audit?limit=1000${query}`, {
    ...(key === undefined ? {} : { key }),
  });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.entries;
}

/** The entry of an answer. */
async function entryOf(answer: { headers: Headers }): Promise<AuditEntryResource | undefined> {
  const requestId = answer.headers.get('x-request-id');
  return (await list()).find(({ request_id }) => request_id === requestId);
}

/** Asks a route; answers its status, and its entry. */
async function recorded(path: string, options: Parameters<Stack['v1']>[1] = {}) {
  const answer = await stack.v1<{ error?: string }>(path, options);
  return { status: answer.status, entry: await entryOf(answer) };
}

const search = (json: object, of = index) => recorded(`/indexes/${of}/search`, { key: shopper.key, json });

describe('an entry', () => {
  it('says who has asked for what, and what was answered', async () => {
    const { entry } = await search({ query: 'lamp', filter: 'size > 0' });
    expect(entry).toEqual({
      id: expect.stringMatching(/^aud_/) as string,
      seq: expect.any(Number) as number,
      at: expect.any(Number) as number,
      action: 'search',
      index,
      target: null,
      key_id: shopper.id,
      operator: null,
      tenant: 'acme',
      principals: ['group:staff'],
      query: {
        mode: 'redacted',
        text: 'lamp',
        fingerprint: expect.stringMatching(/^h1:[0-9a-f]{32}$/) as string,
      },
      client_ip: {
        mode: 'keyed',
        fingerprint: expect.stringMatching(/^h1:[0-9a-f]{32}$/) as string,
        address: null,
      },
      filter_fingerprint: expect.stringMatching(/^h1:[0-9a-f]{32}$/) as string,
      status: 200,
      error: null,
      total: 2,
      returned_ids: ['a', 'b'],
      took_ms: expect.any(Number) as number,
      request_id: expect.stringMatching(/^req_/) as string,
      prev: expect.any(String) as string,
      hash: expect.any(String) as string,
    });
  });

  it('is not made for reads of an index without `audit`, but for its changes', async () => {
    const created = await recorded('/indexes', { json: { name: 'quiet' } });
    expect([created.status, created.entry?.action]).toEqual([201, 'index.create']);
    for (const read of ['/indexes/quiet/search', '/indexes/quiet/browse'])
      expect(await recorded(read, { json: {} })).toEqual({ status: 409, entry: undefined });
    expect(await recorded('/indexes/quiet/records/a')).toEqual({ status: 404, entry: undefined });
  });

  it('has the redacted text of a query', async () => {
    const { entry } = await search({ query: 'lamp for ann@mail.example' });
    expect(entry?.query).toMatchObject({ mode: 'redacted', text: 'lamp for <EMAIL>' });
  });

  it('of a refused search has status and code', async () => {
    const missing = await search({ query: 'lamp' }, 'nowhere');
    expect(missing).toMatchObject({
      status: 404,
      entry: { index: 'nowhere', status: 404, error: 'INDEX_NOT_FOUND', total: null, returned_ids: [] },
    });
    const wrong = await search({ query: 'lamp', filter: 'title = ' });
    expect(wrong.entry).toMatchObject({ index, status: 400, error: 'FILTER_INVALID' });
    const invalid = await search({ query: 'lamp', page: -1 });
    expect(invalid.entry).toMatchObject({ index, status: 400, error: 'VALIDATION_ERROR', query: null });
  });

  it('of a key without the right says so', async () => {
    const denied = await recorded(`/indexes/${index}/build`, { method: 'POST', key: shopper.key });
    expect(denied).toMatchObject({
      status: 403,
      entry: { action: 'build', index, key_id: shopper.id, status: 403, error: 'FORBIDDEN' },
    });
  });

  it('under an alias has the name of the index', async () => {
    await stack.v1('/aliases/second', { method: 'PUT', json: { index } });
    const { entry } = await search({ query: 'lamp' }, 'second');
    expect(entry).toMatchObject({ index, total: 2 });
  });
});

describe('every action is recorded', () => {
  /** Action, target and index of the entry of a request that succeeds. */
  async function act(path: string, options: Parameters<Stack['v1']>[1] = {}) {
    const { status, entry } = await recorded(path, options);
    expect(status).toBeLessThan(300);
    return entry && [entry.action, entry.index, entry.target];
  }
  const json = (method: string, body: unknown) => ({ method, json: body });

  it('reads of records', async () => {
    const key = shopper.key;
    expect(await act(`/indexes/${index}/browse`, { key, json: {} })).toEqual(['browse', index, null]);
    expect(await act(`/indexes/${index}/typeahead`, { key, json: { query: 'la' } })).toEqual([
      'search',
      index,
      null,
    ]);
    expect(await act(`/indexes/${index}/suggestions`, { key, json: { query: 'la' } })).toEqual([
      'search',
      index,
      null,
    ]);
    expect(await act(`/indexes/${index}/records/a`, { key })).toEqual(['record.read', index, 'a']);
    const read = await recorded(`/indexes/${index}/records/a`, { key });
    expect(read.entry).toMatchObject({ returned_ids: ['a'], query: null });
  });

  it('each search of several', async () => {
    const searches = [
      { index, query: 'red' },
      { index: 'nowhere', query: 'blue' },
      { index, route: 'typeahead', query: 'de' },
    ];
    const answer = await stack.v1('/multi_search', { key: shopper.key, json: { searches } });
    const requestId = answer.headers.get('x-request-id');
    const entries = (await list()).filter(({ request_id }) => request_id === requestId);
    expect(entries.map(({ query, status }) => [query?.text ?? null, status]).toSorted()).toEqual([
      ['blue', 404],
      ['de', 200],
      ['red', 200],
    ]);
  });

  it('indexes, settings, builds and assignments', async () => {
    expect(await act('/indexes', json('POST', { name: 'fresh', id_field: 'id' }))).toEqual([
      'index.create',
      'fresh',
      null,
    ]);
    expect(await act(`/indexes/${index}/copy`, json('POST', { name: 'copied' }))).toEqual([
      'index.create',
      'copied',
      index,
    ]);
    expect(await act('/indexes/fresh/settings', json('PUT', {}))).toEqual(['settings.update', 'fresh', null]);
    expect(await act('/indexes/fresh/records', json('POST', [{ id: 'x' }]))).toEqual([
      'record.write',
      'fresh',
      null,
    ]);
    const built = await act('/indexes/fresh/build', json('POST', {}));
    expect(built).toEqual(['build', 'fresh', expect.stringMatching(/^job_/)]);
    await stack.endedJob(built![2]!);
    expect(await act('/indexes/fresh/assignment', json('PUT', {}))).toEqual([
      'assignment.update',
      'fresh',
      null,
    ]);
    expect(await act('/indexes/fresh/assignment', { method: 'DELETE' })).toEqual([
      'assignment.update',
      'fresh',
      null,
    ]);
    expect(await act('/indexes/fresh', { method: 'DELETE' })).toEqual([
      'index.delete',
      'fresh',
      expect.stringMatching(/^job_/),
    ]);
  });

  it('writes of records', async () => {
    await stack.createIndex('written');
    const of = '/indexes/written/records';
    const anyJob = expect.stringMatching(/^job_/) as string;
    const written = (target: string | null) => ['record.write', 'written', target];
    expect(await act(`${of}/r1`, json('PUT', { id: 'r1', title: 'one' }))).toEqual(written('r1'));
    expect(await act(`${of}/r1`, json('PATCH', { title: 'two' }))).toEqual(written('r1'));
    const operations = [{ op: 'upsert', record: { id: 'r2' } }];
    expect(await act(`${of}/batch`, json('POST', { operations }))).toEqual(written(anyJob));
    expect(await act(`${of}/r1`, { method: 'DELETE' })).toEqual(written('r1'));
    expect(await act(of, { method: 'DELETE' })).toEqual(written(anyJob));
  });

  it('keys and aliases', async () => {
    const made = await act('/keys', json('POST', { name: 'k', type: 'search' }));
    expect(made).toEqual(['key.create', null, expect.stringMatching(/^key_/)]);
    const keyId = made![2]!;
    expect(await act('/keys')).toEqual(['key.read', null, null]);
    expect(await act(`/keys/${keyId}`)).toEqual(['key.read', null, keyId]);
    expect(await act(`/keys/${keyId}`, json('PATCH', { name: 'n' }))).toEqual(['key.update', null, keyId]);
    expect(await act(`/keys/${keyId}`, { method: 'DELETE' })).toEqual(['key.delete', null, keyId]);
    expect(await act('/aliases/shop', json('PUT', { index }))).toEqual(['alias.update', index, 'shop']);
    const actions = [
      { alias: 'shop', index: null },
      { alias: 'store', index },
    ];
    expect(await act('/aliases', json('POST', { actions }))).toEqual(['alias.update', null, 'shop,store']);
    expect(await act('/aliases/store', { method: 'DELETE' })).toEqual(['alias.delete', null, 'store']);
  });

  it('by name, and no route has another', () => {
    const routes: AnyRoute[] = declaredRoutes().filter(({ action }) => action !== undefined);
    const known: readonly string[] = AUDIT_ACTIONS;
    expect(routes.filter(({ action, family }) => family !== products || !known.includes(action!))).toEqual(
      [],
    );
    const changing = declaredRoutes().filter(
      ({ family, method, path, action }) =>
        family === products && method !== 'get' && action === undefined && path !== '/v1/events',
    );
    expect(changing.map(({ operationId }) => operationId).toSorted()).toEqual([
      'previewProductSchema',
      'searchProductIndexes',
    ]);
  });
});

describe('what is kept of texts and addresses', () => {
  it.each([
    ['hashed', { text: null, fingerprint: expect.stringMatching(/^h1:/) as string }],
    ['none', { text: null, fingerprint: null }],
    ['full', { text: 'ann@mail.example', fingerprint: expect.stringMatching(/^h1:/) as string }],
  ])('query_text %s', async (mode, kept) => {
    const name = `query-${mode}`;
    await stack.createIndex(name, { settings: { audit: { query_text: mode } } });
    const { entry } = await recorded(`/indexes/${name}/search`, {
      json: { query: 'ann@mail.example', filter: 'a = 1' },
    });
    expect(entry).toMatchObject({ error: 'INDEX_NOT_READY', query: { mode, ...kept } });
    expect(entry!.filter_fingerprint === null).toBe(mode === 'none');
  });

  it.each([
    ['none', { fingerprint: null, address: null }],
    ['full', { fingerprint: expect.stringMatching(/^h1:/) as string, address: '127.0.0.1' }],
  ])('client_ip %s', async (mode, kept) => {
    const name = `client-${mode}`;
    await stack.createIndex(name, { settings: { audit: { client_ip: mode } } });
    const { entry } = await recorded(`/indexes/${name}/search`, { json: { query: '' } });
    expect(entry?.client_ip).toEqual({ mode, ...kept });
  });

  it('fingerprints are equal for equal texts of one tenant, and of no other', async () => {
    const print = async (query: string) => (await search({ query })).entry?.query?.fingerprint;
    const [first, second, third] = [await print('one'), await print('one'), await print('two')];
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    const key = foreign.text;
    await stack.v1(`/indexes/${index}/search`, { key, json: { query: 'one' } });
    const theirs = (await list('&action=search', key))[0]!;
    expect(theirs.query?.text).toBe('one');
    expect(theirs.query?.fingerprint).not.toBe(first);
  });
});

describe('reading', () => {
  it('filters, and pages from the newest on', async () => {
    for (const query of ['p1', 'p2', 'p3']) await search({ query });
    const mine = await list(`&key_id=${shopper.id}&action=search&index=${index}&tenant=acme`);
    expect(mine.slice(0, 3).map(({ query }) => query?.text)).toEqual(['p3', 'p2', 'p1']);
    const path = `/audit?key_id=${shopper.id}&limit=2`;
    interface Page {
      entries: AuditEntryResource[];
      next_cursor: string | null;
    }
    const first = (await stack.v1<Page>(path)).body;
    const second = (await stack.v1<Page>(`${path}&cursor=${first.next_cursor}`)).body;
    const seqs = [...first.entries, ...second.entries].map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.toSorted((a, b) => b - a));
    expect(new Set(seqs).size).toBe(4);
    const [{ at }] = mine as [AuditEntryResource];
    expect(await list(`&to=${mine.at(-1)!.at}&action=audit.read`)).toEqual([]);
    expect((await list(`&from=${at}`)).map(({ id }) => id)).toContain(mine[0]!.id);
    expect((await list('&action=key.*')).every(({ action }) => action.startsWith('key.'))).toBe(true);
  });

  it('is an entry itself', async () => {
    const answer = await stack.v1('/audit?limit=1');
    expect(await entryOf(answer)).toMatchObject({ action: 'audit.read', status: 200, index: null });
  });

  it('exports each entry once, as lines, and continues behind one', async () => {
    const all = await stack.v1('/audit/export');
    expect(all.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = all.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntryResource);
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, n) => n + 1));
    const listed = (await list()).filter(({ seq }) => seq <= lines.length);
    expect(lines).toEqual(listed.toReversed());
    const rest = await stack.v1(`/audit/export?after=${lines.length - 1}&action=search`);
    expect(rest.text.split('\n').filter((line) => line.includes(`"seq":${lines.length - 1},`))).toEqual([]);
  });

  it.each([
    ['limit=0'],
    ['limit=1001'],
    ['cursor=x'],
    ['action=nothing'],
    ['from=x'],
    ['index=No%20Name'],
    ['unknown=1'],
  ])('refuses ?%s', async (query) => {
    const answer = await stack.v1<{ error: string }>(`/audit?${query}`);
    expect([answer.status, answer.body.error]).toEqual([400, 'VALIDATION_ERROR']);
  });

  it.each(['/audit', '/audit/verify', '/audit/export'])('%s takes a key that may', async (path) => {
    const { key } = await newKey({ type: 'write' });
    const answer = await stack.v1<{ error: string }>(path, { key });
    expect([answer.status, answer.body.error]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('the check', () => {
  it('finds the log whole, in parts too, and the first changed entry', async () => {
    const whole = (await stack.v1<AuditCheckResource>('/audit/verify')).body;
    expect(whole).toMatchObject({ valid: true, first_bad: null, next_seq: null });
    const part = (await stack.v1<AuditCheckResource>('/audit/verify?limit=3')).body;
    expect(part).toMatchObject({ valid: true, checked: 3, last: { seq: 3 }, next_seq: 4 });
    const rows = stack.api.mongo.db.collection<AuditEntryRow>(auditEntryIndexes.collection);
    const place = { organizationId: foreign.organizationId, seq: 1 };
    await stack.v1('/keys', { key: foreign.text });
    await rows.updateOne(place, { $set: { keyId: 'key_other' } });
    const changed = (await stack.v1<AuditCheckResource>('/audit/verify', { key: foreign.text })).body;
    expect(changed).toMatchObject({ valid: false, checked: 0, first_bad: { seq: 1, reason: 'changed' } });
    expect((await stack.v1<AuditCheckResource>('/audit/verify')).body.valid).toBe(true);
  });
});
