import { queryList, queryResource, type QueryResource } from '../../../api/documents/query-history/schema';
import { presentQueryV2, presentQueryV3 } from '../../../api/documents/queries/present';
import { type QueryRecord } from '../../../src/domain/documents/query';
import { queryBodyTtlMs } from '../../../src/domain/documents/query-history';
import { ENVIRONMENTS } from '../../../src/domain/platform/tenancy';
import { type QueryRow } from '../../../src/stores/documents/queries/queries';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { hitOf, queryRow, recordOf } from '../../setup/query-records';

interface Page {
  queries: QueryResource[];
  next_cursor: string | null;
}
interface Refusal {
  error: string;
  details: { loc: string[] }[];
}

let api: TestApi;
let key: TestKey;
let organizations = 0;
beforeAll(async () => {
  api = await startApi();
});
beforeEach(async () => {
  key = await api.createKey({ organization: `history-${++organizations}` });
});
afterAll(() => api.close());

const tenantOf = ({ organizationId }: TestKey) => ({ organizationId, environment: 'production' as const });

async function record(fields: Parameters<typeof recordOf>[1] = {}): Promise<QueryRecord> {
  const made = recordOf(tenantOf(key), fields);
  await api.deps.history.record(made);
  return made;
}

const insert = (rows: readonly QueryRow[]) =>
  api.mongo.db.collection<QueryRow>('queries').insertMany([...rows]);
const get = <T = Page>(path: string, text = key.text) => api.request<T>(`/v2/queries${path}`, { key: text });
const list = async (query: string) => {
  const { status, text, body } = await get(query);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
};
const ids = ({ queries }: Page) => queries.map(({ query_id }) => query_id);

/** Every page of a list, in order. */
async function pages(query: string): Promise<Page[]> {
  const all: Page[] = [];
  for (let cursor: string | null = ''; cursor !== null; cursor = all.at(-1)!.next_cursor)
    all.push(await list(`${query}${cursor === '' ? '' : `&cursor=${cursor}`}`));
  return all;
}

describe('a recorded query', () => {
  it.each(['v2', 'v3'] as const)('of %s is found with what was asked and answered', async (apiVersion) => {
    const scores = { bm25: 7.21, dense: 0.61, fused: 0.03, rerank: 0.8 };
    const made = await record({
      apiVersion,
      settings: { filter: { year: 2024 }, rerank: { model: 'local-blend-1', candidateLimit: 30 } },
      answer: { hits: [{ ...hitOf(1), scores }, hitOf(2)] },
    });
    const { body } = await get<QueryResource>(`/${made.answer.queryId}`);
    expect(queryResource.parse(body)).toEqual(body);
    const present = apiVersion === 'v2' ? presentQueryV2 : presentQueryV3;
    expect(body).toEqual({
      query_id: made.answer.queryId,
      request_id: made.answer.requestId,
      collection: 'manuals',
      collection_id: 'col_manuals',
      environment: 'production',
      api_version: apiVersion,
      query_text: 'renewal obligations',
      status: 'completed',
      latency_ms: 41,
      result_count: 2,
      params: {
        limit: 10,
        rerank: true,
        semantic_ratio: 0.5,
        ratio_reason: 'requested',
        has_filter: true,
      },
      body_status: 'available',
      created_at: made.createdAt.toISOString(),
      error_message: null,
      eval_id: null,
      results: [
        expect.objectContaining({ rank: 1, score: 1, rerank_score: 0.8, text: 'text 1' }),
        expect.objectContaining({
          rank: 2,
          rerank_score: null,
          filename: 'contract.pdf',
          document_id: 'doc_1',
          chunk_id: 'doc_1:2',
          location: expect.objectContaining({ page_start: 2, page_end: 2 }) as unknown,
        }),
      ],
      request: made.request,
      response: JSON.parse(JSON.stringify(present(made.answer))) as unknown,
    });
  });

  it('is found by its request id too', async () => {
    const { answer } = await record();
    const { body } = await get<QueryResource>(`/${answer.requestId}`);
    expect(body).toMatchObject({ query_id: answer.queryId, body_status: 'available' });
  });

  it('of an evaluation is marked with it', async () => {
    const { answer } = await record({ evalId: 'eval_1' });
    expect((await get<QueryResource>(`/${answer.queryId}`)).body.eval_id).toBe('eval_1');
  });

  it('that is recorded again stays as it was', async () => {
    const made = await record();
    await api.deps.history.record({ ...made, request: { query: 'another' } });
    expect((await get<QueryResource>(`/${made.answer.queryId}`)).body.request).toEqual(made.request);
  });

  it('outlives its collection', async () => {
    const collection = { method: 'PUT', key: key.text };
    await api.request('/v2/collections/short-lived', collection);
    const { answer } = await record({ collectionName: 'short-lived' });
    const removed = await api.request('/v2/collections/short-lived', { ...collection, method: 'DELETE' });
    expect(removed.status).toBe(200);
    expect(ids(await list('?collection=short-lived'))).toEqual([answer.queryId]);
  });
});

describe('bodies', () => {
  const aged = async (ageMs: number) => {
    const { answer } = await record({ createdAt: new Date(Date.now() - ageMs) });
    return (await get<QueryResource>(`/${answer.queryId}`)).body;
  };
  const none = { results: null, request: null, response: null };

  it('are archived 90 days after the query, and its summary stays', async () => {
    expect(await aged(queryBodyTtlMs - 60_000)).toMatchObject({
      body_status: 'available',
      results: [{}, {}],
    });
    expect(await aged(queryBodyTtlMs)).toMatchObject({ body_status: 'archived', result_count: 2, ...none });
  });

  it('that are gone are missing', async () => {
    const { answer } = await record();
    await api.mongo.db.collection<{ _id: string }>('query_bodies').deleteOne({ _id: answer.queryId });
    expect((await get(`/${answer.queryId}`)).body).toMatchObject({ body_status: 'missing', ...none });
  });

  it('that are too large to be stored are missing, and the query is recorded', async () => {
    const { answer } = await record({ answer: { hits: [hitOf(1, 'x'.repeat(16 * 1024 * 1024))] } });
    expect((await get(`/${answer.queryId}`)).body).toMatchObject({ body_status: 'missing', ...none });
  });

  it('are on the rows of a list, null unless they are included', async () => {
    const made = await record();
    const [plain] = (await list('')).queries;
    expect(plain).toMatchObject({ body_status: 'available', ...none });
    const [one] = (await list('?include=request')).queries;
    expect(one).toMatchObject({ ...none, request: made.request });
    const [all] = (await list('?include=response, results,request')).queries;
    expect(all).toEqual((await get(`/${made.answer.queryId}`)).body);
  });

  it('that are large make a page short, and the next one continues where it ended', async () => {
    const text = 'y'.repeat(1_500_000);
    const made = [];
    for (let n = 0; n < 5; n++) made.push(await record({ answer: { hits: [hitOf(1, text)] } }));
    const found = await pages('?include=results');
    expect(found.map(({ queries }) => queries.length)).toEqual([2, 2, 1]);
    expect(found.flatMap(ids).sort()).toEqual(made.map(({ answer }) => answer.queryId).sort());
  });
});

describe('the list', () => {
  const at = (text: string) => new Date(text);
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];
  const addDays = async () => {
    const rows = days.map((day) => queryRow(tenantOf(key), { createdAt: at(`${day}T12:00:00Z`) }));
    await insert(rows);
    return rows.map(({ _id }) => _id);
  };

  it('is empty for a tenant without queries', async () => {
    expect(await list('')).toEqual({ queries: [], next_cursor: null });
  });

  it.each([
    ['by default', '', [3, 2, 1, 0]],
    ['newest first', '?sort=desc', [3, 2, 1, 0]],
    ['oldest first', '?sort=asc', [0, 1, 2, 3]],
    ['from a moment on, itself included', '?from=2026-03-03T12:00:00Z', [3, 2]],
    ['up to a moment, itself excluded', '?to=2026-03-03T12:00:00Z', [1, 0]],
    ['from the beginning of a day', '?from=2026-03-04', [3]],
    ['up to the beginning of a day', '?to=2026-03-02', [0]],
    ['in UTC without an offset', '?from=2026-03-02T12:00:01&to=2026-03-03T12:00:01', [2]],
    ['by an offset', '?from=2026-03-03T14:00:00%2B02:00', [3, 2]],
    ['by an offset whose plus was not escaped', '?from=2026-03-03T14:00:00+02:00', [3, 2]],
    ['from a microsecond after a query on', '?from=2026-03-03T12:00:00.000001Z', [3]],
    ['up to a microsecond after a query', '?to=2026-03-03T12:00:00.000001Z', [2, 1, 0]],
    ['in a collection that was not asked', '?collection=others', []],
    ['completed', '?status=completed', [3, 2, 1, 0]],
    ['failed, of which there are none', '?status=failed', []],
  ])('is ordered and bounded: %s', async (_, query, expected) => {
    const inserted = await addDays();
    const page = await list(query);
    expect(queryList.parse(page)).toEqual(page);
    expect(page).toMatchObject({ next_cursor: null });
    expect(ids(page)).toEqual(expected.map((number) => inserted[number]));
  });

  it.each(['asc', 'desc'])('goes through queries of one moment exactly once, %s', async (sort) => {
    const createdAt = at('2026-03-01T00:00:00Z');
    const rows = Array.from({ length: 23 }, () => queryRow(tenantOf(key), { createdAt }));
    await insert(rows);
    const found = await pages(`?sort=${sort}&limit=5`);
    expect(found.map(({ queries }) => queries.length)).toEqual([5, 5, 5, 5, 3]);
    expect(found.flatMap(ids).sort()).toEqual(rows.map(({ _id }) => _id).sort());
  });

  it('shows nothing twice and leaves nothing out when queries come in between two pages', async () => {
    const row = (minute: number) =>
      queryRow(tenantOf(key), { createdAt: new Date(Date.UTC(2026, 2, 1, 0, minute)) });
    const rows = Array.from({ length: 20 }, (_, minute) => row(minute));
    await insert(rows);
    const seen: string[] = [];
    for (let cursor: string | null = '', minute = 20; cursor !== null;) {
      const page: Page = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...ids(page));
      cursor = page.next_cursor;
      await insert([row(minute++), row(minute++)]);
    }
    expect(seen).toEqual(rows.map(({ _id }) => _id).reverse());
  });

  it('looks for a collection in a bounded part of the history, so that a page may be short and not the last', async () => {
    const rows = Array.from({ length: 12_000 }, (_, number) =>
      queryRow(tenantOf(key), {
        createdAt: new Date(Date.UTC(2026, 2, 1) + number),
        collectionName: number % 3_000 === 7 ? 'rare' : 'manuals',
      }),
    );
    await insert(rows);
    const expected = rows.filter(({ collectionName }) => collectionName === 'rare').map(({ _id }) => _id);
    for (const sort of ['asc', 'desc']) {
      const found = await pages(`?collection=rare&sort=${sort}&limit=10`);
      expect(found.length).toBe(3);
      expect(found[0]!.queries.length).toBeLessThan(10);
      expect(found.flatMap(ids)).toEqual(sort === 'asc' ? expected : [...expected].reverse());
    }
    expect((await pages('?collection=manuals&limit=100')).flatMap(ids)).toHaveLength(12_000 - 4);
  });

  it.each([
    ['limit', 'limit=0'],
    ['limit', 'limit=101'],
    ['limit', 'limit=x'],
    ['limit', 'limit=0x10'],
    ['limit', 'limit=1e1'],
    ['limit', 'limit='],
    ['limit', 'limit=26&include=results'],
    ['include', 'include=body'],
    ['include', 'include='],
    ['include', 'include=results,'],
    ['status', 'status=running'],
    ['sort', 'sort=up'],
    ['from', 'from=yesterday'],
    ['from', 'from=2026-02-30'],
    ['from', 'from='],
    ['to', 'to=1763666138'],
    ['to', 'from=2026-03-02&to=2026-03-01'],
    ['to', 'from=2026-03-02&to=2026-03-02'],
    ['cursor', 'cursor=x'],
    ['cursor', 'cursor='],
    ['cursor', `cursor=${Buffer.from('1.{"$gt":""}').toString('base64url')}`],
    ['cursor', `cursor=${'eHh4'.repeat(51)}`],
    ['collection', `collection=${'x'.repeat(64)}`],
    ['offset', 'offset=0'],
    ['limit', 'limit=5&limit=6'],
  ])('refuses a wrong %s: %s', async (name, query) => {
    const { status, body } = await get<Refusal>(`?${query}`);
    expect({ status, error: body.error, locs: body.details.map(({ loc }) => loc.slice(0, 2)) }).toEqual({
      status: 400,
      error: 'validation_error',
      locs: [['query', name]],
    });
  });

  it('takes as many queries with bodies as it may, and as many without', async () => {
    await insert(Array.from({ length: 120 }, () => queryRow(tenantOf(key))));
    expect((await list('')).queries).toHaveLength(25);
    expect((await list('?limit=25&include=results')).queries).toHaveLength(25);
    expect((await list('?limit=100')).queries).toHaveLength(100);
  });
});

describe('who may read', () => {
  it('nothing of another organization or environment, by either id', async () => {
    const { answer } = await record();
    const others = [
      await api.createKey({ organization: 'somebody-else' }),
      ...(await Promise.all(
        ENVIRONMENTS.filter((environment) => environment !== 'production').map((environment) =>
          api.createKey({ organization: `history-${organizations}`, environment }),
        ),
      )),
    ];
    for (const other of others) {
      for (const id of [answer.queryId, answer.requestId]) {
        const { status, body } = await get<Refusal>(`/${id}`, other.text);
        expect({ status, error: body.error }).toEqual({ status: 404, error: 'query_not_found' });
      }
      for (const query of ['', '?collection=manuals', '?include=results,request,response'])
        expect((await get(query, other.text)).body).toEqual({ queries: [], next_cursor: null });
    }
  });

  it.each([
    ['a word', 'nothing'],
    ['a request', 'req_1763666138_00000000'],
    ['a UUID', '00000000-0000-0000-0000-000000000000'],
    ['an operator', '%24gt'],
    ['thousands of characters', 'x'.repeat(3_000)],
  ])('an unknown id is a 404: %s', async (_, id) => {
    expect((await get<Refusal>(`/${id}`)).body).toMatchObject({ error: 'query_not_found' });
  });

  it.each(['', '/some-id'])('refuses requests without a key or the permission to query: %s', async (path) => {
    expect((await api.request(`/v2/queries${path}`)).status).toBe(401);
    expect((await get(path, 'svc_prod_none')).status).toBe(401);
    const indexing = await api.createKey({ permissions: ['index'] });
    expect((await get<Refusal>(path, indexing.text)).body).toMatchObject({ error: 'permission_denied' });
  });
});
