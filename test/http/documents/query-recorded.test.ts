import { type QueryResource } from '../../../api/documents/query-history/schema';
import { type LatencyResource, type SlowestList } from '../../../api/documents/query-latency/schema';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
  await api.add('manuals', { custom: { year: 2024 }, chunks: ['alpha', 'beta', 'alpha beta'] });
});
afterAll(() => api.close());

const get = async <T>(path: string) => (await api.call<T>('GET', path)).body;

it('whoever has seen an answer finds it in the history at once, as it was sent and answered, in both versions', async () => {
  const include = { regions: true, relations: true, related_chunks: true, neighboring_chunks: true };
  const sent = {
    query: ' alpha ',
    limit: 2,
    filter: { year: 2024 },
    include,
    boost: [{ field: 'year', eq: 2024, weight: 2 }],
  };
  const v3 = await api.ask('manuals', sent);
  expect(await get<QueryResource>(`/v2/queries/${v3.query_id}`)).toMatchObject({
    api_version: 'v3',
    request: sent,
    response: v3,
    params: { limit: 2, rerank: false, semantic_ratio: 0.1, ratio_reason: 'exact_words', has_filter: true },
    results: v3.results.map(({ rank, score, text, chunk_id, document }) => ({
      rank,
      score,
      text,
      chunk_id,
      rerank_score: null,
      filename: document!.filename,
      document_id: document!.id,
    })),
  });
  const v2 = await api.askV2('manuals', { query: 'beta', top_k: 1 });
  expect(await get<QueryResource>(`/v2/queries/${v2.request_id}`)).toMatchObject({
    api_version: 'v2',
    request: { query: 'beta', top_k: 1 },
    response: v2,
    results: [{ rank: 1, text: v2.search_results[0]!.content }],
  });
  const { queries } = await get<{ queries: QueryResource[] }>('/v2/queries?collection=manuals');
  expect(queries.map(({ query_id }) => query_id)).toEqual([v2.query_id, v3.query_id]);
});

it('a filter without conditions is none, in both versions', async () => {
  const v3 = await api.ask('manuals', { query: 'alpha', filter: {} });
  const v2 = await api.askV2('manuals', { query: 'alpha', metadata_filter: {} });
  for (const { query_id } of [v3, v2])
    expect(await get<QueryResource>(`/v2/queries/${query_id}`)).toMatchObject({
      params: { has_filter: false },
    });
});

it('an answer is in the reports at once, with its processing time', async () => {
  const { request_id, query_id, execution_time_ms } = await api.ask('manuals', {
    query: 'alpha',
    semantic_ratio: 0,
  });
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());
  const window = `from=${from}&to=${to}&search_mode=keyword`;
  expect(await get<LatencyResource>(`/v2/queries/latency?${window}`)).toMatchObject({
    counts: { matching: 1, measured: 1, missing: 0 },
    percentiles: { p50: execution_time_ms },
    collections: [{ collection_name: 'manuals', count: 1 }],
    completeness: { complete: true },
  });
  const matching = async (reason: string) => {
    const query = `from=${from}&to=${to}&ratio_reason=${reason}`;
    return (await get<LatencyResource>(`/v2/queries/latency?${query}`)).counts.matching;
  };
  expect(await matching('requested')).toBe(1);
  expect(await matching('exact_words')).toBeGreaterThan(0);
  expect(await matching('default')).toBe(0);
  const slowest = await get<SlowestList>(`/v2/queries/latency/slowest?${window}`);
  expect(slowest.queries).toEqual([{ query_id, request_id, duration_ms: execution_time_ms }]);
});

it('a question in another language leans on the meaning, and its records say why', async () => {
  await api.add('handbuch', { chunks: ['Die Heizung wird im Herbst gewartet', 'Der Müll wird abgeholt'] });
  await api.mongo.db.collection<CollectionRow>('collections').updateOne(
    { name: 'handbuch' },
    {
      $set: { 'embedding.model': 'multilingual-e5-small-int8', languages: { de: 2 } },
      $inc: { sequence: 1 },
    },
  );
  const across = await api.ask('handbuch', { query: 'Who looks after the heating of the house?' });
  expect(across.semantic_ratio).toEqual({ used: 0.9, reason: 'other_language' });
  const within = await api.ask('handbuch', { query: 'Wer kümmert sich um die Wärme im Haus?' });
  expect(within.semantic_ratio).toEqual({ used: 0.6, reason: 'default' });
  expect(await get<QueryResource>(`/v2/queries/${across.query_id}`)).toMatchObject({
    params: { semantic_ratio: 0.9, ratio_reason: 'other_language' },
  });
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());
  const window = `from=${from}&to=${to}&ratio_reason=other_language`;
  expect(await get<LatencyResource>(`/v2/queries/latency?${window}`)).toMatchObject({
    counts: { matching: 1 },
  });
});

it('a query that was refused is not recorded', async () => {
  await api.collection('quiet');
  await api.post('quiet', { query: 'alpha', filter: { $no: 1 } });
  await api.post('quiet', { query: '' });
  expect(await get('/v2/queries?collection=quiet')).toEqual({ queries: [], next_cursor: null });
});

it('a history that cannot be written fails no query', async () => {
  const away = jest
    .spyOn(api.deps.stores.queries, 'insert')
    .mockRejectedValue(new Error('the store is away'));
  const { query_id } = await api.ask('manuals', { query: 'alpha' });
  expect((await api.call('GET', `/v2/queries/${query_id}`)).status).toBe(404);
  away.mockRestore();
  const [from, to] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());
  const report = await get<LatencyResource>(`/v2/queries/latency?from=${from}&to=${to}`);
  expect(report.completeness.complete).toBe(false);
});
