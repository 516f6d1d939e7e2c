import fc from 'fast-check';
import { MongoServerError } from 'mongodb';
import {
  type ActiveCollectionList,
  activeCollectionList,
  latencyResource,
  type LatencyResource,
  type SlowestList,
  slowestList,
} from '../../../api/documents/query-latency/schema';
import { QUERY_STAGES, type QueryAnswer, type QueryStage } from '../../../src/domain/documents/query';
import { connectMongo, isStoreUnavailable } from '../../../src/stores/mongo/mongo';
import { type QueryRow } from '../../../src/stores/documents/queries/queries';
import { createQueryLatencyStore } from '../../../src/stores/documents/queries/query-latency';
import { startApi, type TestApi, type TestKey } from '../../setup/api';
import { queryRow, recordOf } from '../../setup/query-records';
import { activeOf, type PlainFilter, reportOf, slowestOf } from './plain-latency';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed(20_261_121);

interface Refusal {
  error: string;
  details: { loc: string[] }[];
  detail: { loc: string[] }[];
}

const from = new Date('2026-03-01T00:00:00Z');
const to = new Date('2026-05-30T00:00:00Z');
const window = `from=${from.toISOString()}&to=${to.toISOString()}`;

let nowMs = 0;
let api: TestApi;
let key: TestKey;
let organizations = 0;
beforeAll(async () => {
  api = await startApi({ deps: () => ({ monotonicMs: () => nowMs }) });
});
beforeEach(async () => {
  key = await api.createKey({ organization: `latency-${++organizations}` });
});
afterAll(() => api.close());

const tenantOf = ({ organizationId }: TestKey) => ({ organizationId, environment: 'production' as const });
const insert = async (rows: readonly QueryRow[]) => {
  if (rows.length > 0) await api.mongo.db.collection<QueryRow>('queries').insertMany([...rows]);
};
const row = (fields: Partial<QueryRow> = {}) => queryRow(tenantOf(key), { createdAt: from, ...fields });
const get = <T>(path: string, text = key.text) => api.request<T>(`/v2/queries/latency${path}`, { key: text });
async function answer<T>(path: string): Promise<T> {
  const { status, text, body } = await get<T>(path);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
const report = (query = '') => answer<LatencyResource>(`?${window}&refresh=true${query}`);

/**
 * Rows as they may be: of few collections and times, so that they meet, with settings that some of them
 * predate.
 */
const anyRow = fc.record({
  collectionName: fc.integer({ min: 0, max: 13 }).map((n) => `collection-${n}`),
  atMs: fc.oneof(
    fc.integer({ min: from.getTime(), max: to.getTime() - 1 }),
    fc.constantFrom(from.getTime() - 1, from.getTime(), to.getTime() - 1, to.getTime()),
  ),
  latencyMs: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 0, max: 12 }),
    fc.integer({ min: 0, max: 60_000 }),
  ),
  apiVersion: fc.constantFrom(null, 'v2' as const, 'v3' as const),
  rerank: fc.constantFrom(null, true, false),
  searchMode: fc.constantFrom(null, 'keyword' as const, 'semantic' as const, 'hybrid' as const),
  ratioReason: fc.constantFrom(null, 'requested' as const, 'default' as const, 'exact_words' as const),
  hasFilter: fc.constantFrom(null, true, false),
  evalId: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.constant('eval_1') },
  ),
});
const anyFilter = fc.record(
  {
    collection: fc.integer({ min: 0, max: 14 }).map((n) => `collection-${n}`),
    api_version: fc.constantFrom('v2', 'v3', 'unknown'),
    rerank: fc.constantFrom('on', 'off', 'unknown'),
    search_mode: fc.constantFrom('keyword', 'semantic', 'hybrid', 'unknown'),
    ratio_reason: fc.constantFrom('requested', 'exact_words', 'unknown'),
    has_filter: fc.constantFrom('true', 'false', 'unknown'),
  },
  { requiredKeys: [] },
);

describe('any history', () => {
  it(`is reported exactly as by adding up its rows one by one (seed ${seed})`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRow, { maxLength: 120 }),
        fc.array(anyFilter, { minLength: 3, maxLength: 3 }),
        fc.integer({ min: 4, max: 64 }),
        async (made, filters, bins) => {
          key = await api.createKey({ organization: `latency-${++organizations}` });
          const rows = made.map(({ atMs, ...fields }) => row({ ...fields, createdAt: new Date(atMs) }));
          await insert(rows);
          for (const filter of [{}, ...filters] as PlainFilter[]) {
            const query = `${window}&${new URLSearchParams({ ...filter }).toString()}`;
            const body = await answer<LatencyResource>(`?${query}&bins=${bins}`);
            expect(latencyResource.parse(body)).toEqual(body);
            expect(body).toMatchObject(reportOf(rows, { from, to }, filter, bins));
            const active = await answer<ActiveCollectionList>(`/collections?${query}&limit=100&search=N-1`);
            expect(activeCollectionList.parse(active)).toEqual(active);
            expect(active.collections).toEqual(activeOf(rows, { from, to }, filter, 'n-1'));
            const slow = await answer<SlowestList>(`/slowest?${query}&limit=7`);
            expect(slowestList.parse(slow)).toEqual(slow);
            expect(slow.queries).toEqual(slowestOf(rows, { from, to }, filter, 7));
          }
        },
      ),
      { seed, numRuns: 25 },
    );
  });
});

describe('the report', () => {
  it('of no queries has nothing in it', async () => {
    expect(await report()).toMatchObject({
      metric: 'query_processing_time',
      population: 'completed, non-evaluation queries',
      window: { from: from.toISOString(), to: to.toISOString() },
      counts: { matching: 0, measured: 0, missing: 0 },
      percentile_method: 'exact',
      percentiles: { p50: null, p95: null, p99: null },
      histogram: { edges: [], counts: [] },
      collections: [],
      coverage: { api_version: 1, rerank: 1, search_mode: 1, ratio_reason: 1, has_filter: 1 },
      completeness: { complete: true },
    });
  });

  it('takes a missing time for missing, not for zero', async () => {
    await insert([row({ latencyMs: null }), row({ latencyMs: 10 }), row({ latencyMs: 20 })]);
    expect(await report()).toMatchObject({
      counts: { matching: 3, measured: 2, missing: 1 },
      percentiles: { p50: 10, p95: 20, p99: 20 },
    });
  });

  it('shows ten collections, those with most queries, and the others as one without percentiles', async () => {
    const rows = Array.from({ length: 12 }, (_, n) =>
      Array.from({ length: n + 1 }, () => row({ collectionName: `c-${n}`, latencyMs: n + 1 })),
    ).flat();
    await insert(rows);
    const { collections, histogram } = await report('&bins=4');
    expect(collections.map(({ collection_name, is_other }) => [collection_name, is_other])).toEqual([
      ...Array.from({ length: 10 }, (_, n) => [`c-${11 - n}`, false]),
      ['other', true],
    ]);
    expect(collections.at(-1)).toMatchObject({ count: 3, p50: null, p95: null, p99: null });
    const added = histogram.counts.map((_, bin) =>
      collections.reduce((sum, { counts }) => sum + counts[bin]!, 0),
    );
    expect(added).toEqual(histogram.counts);
  });

  it('has sixteen bins by default, from the smallest time to the largest', async () => {
    await insert([row({ latencyMs: 3 }), row({ latencyMs: 3_000 })]);
    const { histogram } = await report();
    expect(histogram.counts).toEqual([1, ...new Array<number>(14).fill(0), 1]);
    expect([histogram.edges[0], histogram.edges[16]]).toEqual([3, 3_000]);
  });

  it('is remembered for thirty seconds for those who ask the same, unless it is refreshed', async () => {
    const ask = (query = '') => answer<LatencyResource>(`?${window}${query}`);
    await insert([row()]);
    const first = await ask();
    expect(first).toMatchObject({ cached: false, counts: { matching: 1 } });
    await insert([row()]);
    nowMs += 29_999;
    expect(await ask()).toEqual({ ...first, cached: true });
    const fewer = await ask('&bins=5');
    expect(fewer).toMatchObject({
      ...first,
      cached: true,
      histogram: fewer.histogram,
      collections: fewer.collections,
    });
    expect(fewer.histogram.counts).toEqual([0, 0, 0, 0, 1]);
    expect(await ask('&rerank=unknown')).toMatchObject({ cached: false, counts: { matching: 0 } });
    expect(await ask('&rerank=off')).toMatchObject({ cached: false, counts: { matching: 2 } });
    const own = key;
    key = await api.createKey({ organization: 'another-one' });
    expect(await ask()).toMatchObject({ cached: false, counts: { matching: 0 } });
    key = own;
    nowMs += 1;
    expect(await ask()).toMatchObject({ cached: false, counts: { matching: 2 } });
    await insert([row()]);
    expect(await ask()).toMatchObject({ cached: true, counts: { matching: 2 } });
    expect(await ask('&refresh=true')).toMatchObject({ cached: false, counts: { matching: 3 } });
    expect(await ask()).toMatchObject({ cached: true, counts: { matching: 3 } });
  });

  it('counts a query as soon as it is recorded, and measures its processing time', async () => {
    await api.deps.history.record(
      recordOf(tenantOf(key), {
        createdAt: from,
        answer: { timing: { totalMs: 41.4, stages: [] } },
        settings: { semanticRatio: 0 },
      }),
    );
    const query = '&rerank=off&search_mode=keyword&has_filter=false&api_version=v3&collection=manuals';
    expect(await report(query)).toMatchObject({
      counts: { matching: 1, measured: 1, missing: 0 },
      percentiles: { p50: 41, p95: 41, p99: 41 },
      coverage: { api_version: 1, rerank: 1, search_mode: 1, ratio_reason: 1, has_filter: 1 },
    });
  });
});

describe('stage times', () => {
  const stages = (...spent: [QueryStage, number][]) => ({
    timing: {
      totalMs: 100,
      stages: spent.map(([name, durationMs]) => ({ name, startMs: 0, durationMs })),
    },
  });
  const record = (answer: Partial<QueryAnswer>, evalId: string | null = null) =>
    api.deps.history.record(recordOf(tenantOf(key), { createdAt: from, evalId, answer }));

  it('are percentiles of the queries that went through a stage, and are left out unless asked for', async () => {
    for (let n = 1; n <= 20; n++) await record(stages(['retrieval', n + 0.4], ['enrichment', 2]));
    await record(stages(['retrieval', 30], ['retrieval', 31], ['rerank', 7]));
    await record(stages(['rerank', 900]), 'eval_1');
    await insert([row({ latencyMs: 5 })]);

    const none = { count: 0, p50: null, p95: null, p99: null };
    expect(await report('&include_stages=true')).toMatchObject({
      counts: { matching: 22 },
      stages: [
        { name: 'preparation', ...none },
        { name: 'embedding', ...none },
        { name: 'retrieval', count: 21, p50: 11, p95: 20, p99: 61 },
        { name: 'rerank', count: 1, p50: 7, p95: 7, p99: 7 },
        { name: 'enrichment', count: 20, p50: 2, p95: 2, p99: 2 },
      ],
    });
    expect(await report()).not.toHaveProperty('stages');
    expect((await report('&include_stages=true&search_mode=keyword')).stages).toEqual(
      QUERY_STAGES.map((name) => ({ name, ...none })),
    );
  });

  it('are remembered apart from a report without them', async () => {
    const ask = (query = '') => answer<LatencyResource>(`?${window}${query}`);
    await record(stages(['retrieval', 3]));
    expect(await ask()).toMatchObject({ cached: false });
    const asked = await ask('&include_stages=true');
    expect(asked).toMatchObject({ cached: false });
    expect(await ask('&include_stages=true')).toEqual({ ...asked, cached: true });
  });
});

describe('collections in the window', () => {
  it('come page by page, the most active first, with their number', async () => {
    const rows = Array.from({ length: 7 }, (_, n) =>
      Array.from({ length: n + 1 }, (_, minute) =>
        row({ collectionName: `C-${n}`, createdAt: new Date(from.getTime() + minute * 60_000) }),
      ),
    ).flat();
    await insert(rows);
    const page = (query: string) => answer<ActiveCollectionList>(`/collections?${window}${query}`);
    expect(await page('&limit=2&offset=1')).toEqual({
      collections: [5, 4].map((n) => ({
        collection_name: `C-${n}`,
        collection_id: `col_C-${n}`,
        count: n + 1,
        last_query_at: new Date(from.getTime() + n * 60_000).toISOString(),
      })),
      total_count: 7,
      limit: 2,
      offset: 1,
    });
    expect(await page('&search=c-3')).toMatchObject({ total_count: 1, collections: [{ count: 4 }] });
    expect(await page('&search=.')).toMatchObject({ total_count: 0, collections: [], limit: 25 });
    expect(await page('&offset=2000000')).toMatchObject({ total_count: 7, collections: [] });
  });
});

describe('what is wrong', () => {
  const routes = ['', '/collections', '/slowest'];
  const wrong = [
    ['from', 'to=2026-03-02'],
    ['to', 'from=2026-03-01'],
    ['from', 'from=x&to=2026-03-02'],
    ['to', 'from=2026-03-01&to=2026-02-29'],
    ['to', 'from=2026-03-02&to=2026-03-02'],
    ['to', 'from=2026-03-02&to=2026-03-01'],
    ['to', 'from=2026-03-01T00:00:00Z&to=2026-05-30T00:00:00.001Z'],
    ['api_version', `${window}&api_version=v1`],
    ['rerank', `${window}&rerank=true`],
    ['search_mode', `${window}&search_mode=dense`],
    ['ratio_reason', `${window}&ratio_reason=luck`],
    ['has_filter', `${window}&has_filter=on`],
    ['collection', `${window}&collection=`],
    ['offsets', `${window}&offsets=1`],
  ];
  const asked = routes.flatMap((route) => wrong.map(([name, query]) => [route, name!, query!]));
  it.each([
    ...asked,
    ...['3', '65', 'x', '4.5', '', '1e1'].map((bins) => ['', 'bins', `${window}&bins=${bins}`]),
  ])('in window, filters or bins is a 400: %s, %s, %s', async (route, name, query) => {
    const { status, body } = await get<Refusal>(`${route}?${query}`);
    expect({ status, error: body.error }).toEqual({ status: 400, error: 'validation_error' });
    expect(body.details).toMatchObject([{ loc: ['query', name] }]);
  });

  it.each([
    ['', 'refresh', 'refresh=yes'],
    ['/collections', 'limit', 'limit=0'],
    ['/collections', 'limit', 'limit=101'],
    ['/collections', 'offset', 'offset=-1'],
    ['/collections', 'search', `search=${'x'.repeat(64)}`],
    ['/slowest', 'limit', 'limit=21'],
    ['/slowest', 'limit', 'limit=0'],
    ['/slowest', 'limit', 'limit=0x5'],
    ['/collections', 'offset', 'offset='],
  ])('elsewhere is a 422: %s, %s, %s', async (route, name, query) => {
    const { status, body } = await get<Refusal>(`${route}?${window}&${query}`);
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['query', name] }]);
  });

  it.each(routes)('about the key: %s', async (route) => {
    const path = `/v2/queries/latency${route}?${window}`;
    expect((await api.request(path)).status).toBe(401);
    const indexing = await api.createKey({ permissions: ['index'] });
    const { status, body } = await api.request<Refusal>(path, { key: indexing.text });
    expect({ status, error: body.error }).toEqual({ status: 403, error: 'permission_denied' });
  });
});

it('nothing of another organization or environment is counted', async () => {
  await insert([row(), row()]);
  const others = [
    await api.createKey({ organization: 'somebody-else' }),
    await api.createKey({ organization: `latency-${organizations}`, environment: 'staging' }),
  ];
  for (const { text } of others) {
    expect((await get<LatencyResource>(`?${window}`, text)).body.counts.matching).toBe(0);
    expect((await get<ActiveCollectionList>(`/collections?${window}`, text)).body.total_count).toBe(0);
    expect((await get<SlowestList>(`/slowest?${window}`, text)).body.queries).toEqual([]);
  }
});

describe('a store that is away', () => {
  it.each(['', '/collections', '/slowest'])(
    'is a 503 to try again after, not a report: %s',
    async (route) => {
      const lost = await connectMongo(api.url, 'lost');
      await lost.close();
      const away = await startApi({
        deps: (_, { stores }) => ({ stores: { ...stores, queryLatency: createQueryLatencyStore(lost.db) } }),
      });
      const { text } = await away.createKey();
      const answer = await away.request<Refusal>(`/v2/queries/latency${route}?${window}`, { key: text });
      expect(answer.status).toBe(503);
      expect(answer.body.error).toBe('analytics_unavailable');
      expect(answer.headers.get('retry-after')).not.toBeNull();
      await away.close();
    },
  );

  it('is also one that had to stop at a deadline', async () => {
    await insert([row()]);
    const slow = api.mongo.db.collection('queries').find({ $where: 'sleep(200) || true' }, { maxTimeMS: 5 });
    const failure: unknown = await slow.toArray().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MongoServerError);
    expect(isStoreUnavailable(failure)).toBe(true);
  });
});
