import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
});
afterAll(() => api.close());

test('a shorter page begins a longer one, also where many fit equally well', async () => {
  const chunks = Array.from({ length: 9 }, () => 'delta epsilon');
  for (const filename of ['c.txt', 'a.txt', 'b.txt', 'd.txt']) await api.add('ties', { filename, chunks });
  await api.add('ties', { filename: 'e.txt', chunks: ['delta delta'] });
  const ask = async (limit: number) => {
    const { results } = await api.ask('ties', { query: 'delta', semantic_ratio: 0, limit });
    return results.map(({ chunk_id, score, metadata }) => ({ chunk_id, score, ...metadata!.scores }));
  };
  const all = await ask(100);
  expect(all).toHaveLength(37);
  expect(all[0]!.score).toBe(1);
  expect(all.at(-1)!.score).toBeCloseTo(all.at(-1)!.bm25! / all[0]!.bm25!, 6);
  for (const limit of [1, 3, 10, 20]) expect(await ask(limit)).toEqual(all.slice(0, limit));
});

describe('boost rules', () => {
  let plain: string;
  let approved: string;
  beforeAll(async () => {
    plain = await api.add('boosts', {
      filename: 'plain.txt',
      chunks: ['alpha alpha', 'alpha gamma', 'alpha beta'],
    });
    approved = await api.add('boosts', {
      filename: 'approved.txt',
      custom: { status: 'approved', tags: ['x', 'y'] },
      chunks: ['alpha lorem beta', { text: 'unrelated', type: 'table' }],
    });
  });
  const ids = ({ results }: { results: { chunk_id: string }[] }) => results.map(({ chunk_id }) => chunk_id);

  test.each([
    { field: 'status', eq: 'approved' },
    { field: 'status', in: ['draft', 'approved'] },
    { field: 'tags', eq: 'y' },
    { field: 'filename', eq: 'approved.txt' },
  ])('multiply scores: %j', async (rule) => {
    const before = await api.ask('boosts', { query: 'alpha', semantic_ratio: 0 });
    const after = await api.ask('boosts', {
      query: 'alpha',
      semantic_ratio: 0,
      boost: [{ ...rule, weight: 5 }],
    });
    const scoreIn = (answer: typeof before) =>
      answer.results.find(({ chunk_id }) => chunk_id === `${approved}:0`)!;
    expect(scoreIn(after).score).toBeCloseTo(scoreIn(before).metadata!.scores.fused * 5, 6);
    expect(scoreIn(after).metadata!.scores.fused).toBe(scoreIn(before).metadata!.scores.fused);
    expect([scoreIn(before), scoreIn(after)].map(({ metadata }) => metadata!.scores.boost)).toEqual([1, 5]);
    expect(after.boost).toEqual([{ index: 0, matched: 2, in_pool: 1, on_page: 1 }]);
  });

  test('name a file whose name was written in another spelling of Unicode', async () => {
    const [filename, sent] = ['Prüfung.txt'.normalize('NFD'), 'Prüfung.txt'.normalize('NFC')] as const;
    await api.add('spellings', { filename, chunks: ['alpha'] });
    const boost = [{ field: 'filename', eq: sent, weight: 2 }];
    const ask = { query: 'prufung', semantic_ratio: 0, filter: { filename: sent }, boost };
    const answer = await api.ask('spellings', ask);
    expect(answer.boost).toEqual([{ index: 0, matched: 1, in_pool: 1, on_page: 1 }]);
    expect(answer.results[0]).toMatchObject({ text: 'alpha', document: { filename } });
  });

  test('lower scores too, and rules work together', async () => {
    const boost = [
      { field: 'document_id', eq: plain, weight: 0.2 },
      { chunk_ids: [`${plain}:0`], weight: 0.5 },
    ];
    const { results } = await api.ask('boosts', { query: 'alpha', semantic_ratio: 0, boost });
    const hit = results.find(({ chunk_id }) => chunk_id === `${plain}:0`)!;
    expect(hit.score).toBeCloseTo(hit.metadata!.scores.fused * 0.1, 6);
    expect(hit.metadata!.scores.boost).toBeCloseTo(0.1, 6);
    const v2 = await api.askV2('boosts', { query: 'alpha', semantic_ratio: 0, boost });
    const factors = v2.search_results.map(({ chunk_id, boost_factor }) => [chunk_id, boost_factor]);
    expect(factors).toEqual(results.map(({ chunk_id, metadata }) => [chunk_id, metadata!.scores.boost]));
  });

  test('names chunks that the query does not find: they take part last, and say why they are there', async () => {
    const boost = [
      { chunk_ids: [`${approved}:1`, 'nonsense', 'doc_00000000000000000000000000:7'], weight: 2 },
    ];
    const answer = await api.ask('boosts', { query: 'alpha', semantic_ratio: 0, boost });
    expect(answer.results.at(-1)).toMatchObject({
      chunk_id: `${approved}:1`,
      score: 0,
      match_sources: ['boost'],
    });
    expect(answer.boost).toEqual([{ index: 0, matched: 1, in_pool: 1, on_page: 1 }]);
    const short = await api.ask('boosts', { query: 'alpha', semantic_ratio: 0, limit: 2, boost });
    expect(short.boost).toEqual([{ index: 0, matched: 1, in_pool: 1, on_page: 0 }]);
  });

  test('keep places on the page for what they name, at its place in the order', async () => {
    const rule = { field: 'chunk_type', eq: 'table', reserve: 1 };
    const ask = { query: 'alpha', semantic_ratio: 0, limit: 2 };
    const before = await api.ask('boosts', ask);
    const after = await api.ask('boosts', { ...ask, boost: [rule] });
    expect(ids(after)).toEqual([ids(before)[0], `${approved}:1`]);
    expect(after.boost).toEqual([{ index: 0, matched: 1, in_pool: 1, on_page: 1 }]);
    const both = await api.ask('boosts', { ...ask, boost: [{ ...rule, reserve: 2 }] });
    expect(ids(both)).toEqual([ids(before)[0], `${approved}:1`]);
  });

  test('stay within the filter and the bound of documents', async () => {
    const filtered = await api.ask('boosts', {
      query: 'alpha',
      filter: { status: { $exists: false } },
      boost: [{ field: 'status', eq: 'approved', reserve: 1 }],
    });
    expect(filtered.boost).toEqual([{ index: 0, matched: 0, in_pool: 0, on_page: 0 }]);
    const bounded = await api.ask('boosts', {
      query: 'alpha',
      max_chunks_per_document: 1,
      boost: [{ field: 'filename', eq: 'approved.txt', reserve: 2 }],
    });
    expect(bounded.boost[0]!.on_page).toBe(1);
  });
});

describe('rerank', () => {
  beforeAll(async () => {
    await api.add('reranks', { chunks: Array.from({ length: 40 }, (_, i) => `alpha ${'beta '.repeat(i)}`) });
  });
  afterEach(() => {
    api.rerankBy(null);
  });

  test('orders the best candidates anew, as many as asked for, others behind them', async () => {
    let seen = 0;
    api.rerankBy((query, candidates) => {
      seen = candidates.length;
      expect(query.text).toBe('alpha');
      expect(query.vector).not.toBeNull();
      expect(candidates.every(({ vector }) => vector?.length === 3)).toBe(true);
      return Promise.resolve(candidates.map((_, at) => (at + 1) / candidates.length));
    });
    const before = await api.ask('reranks', { query: 'alpha', limit: 20 });
    const rerank = { candidate_limit: 20, model: 'local' };
    const answer = await api.ask('reranks', { query: 'alpha', limit: 20, rerank });
    expect(seen).toBe(20);
    const order = before.results.map(({ chunk_id }) => chunk_id);
    expect(answer.results.map(({ chunk_id }) => chunk_id)).toEqual(order.toReversed());
    expect(answer.results[0]).toMatchObject({ score: 1, metadata: { scores: { rerank: 1 } } });
    expect(answer.rerank).toEqual({
      requested: true,
      applied: true,
      model: 'local-blend-1',
      candidates: 20,
      fallback: false,
      reason: null,
    });
    expect(answer.timing.stages.map(({ name }) => name)).toContain('rerank');
  });

  test('sees three times the page by default, two hundred at most', async () => {
    const counts: number[] = [];
    api.rerankBy((_, candidates) => {
      counts.push(candidates.length);
      return Promise.resolve(candidates.map(() => 0.5));
    });
    await api.ask('reranks', { query: 'alpha', limit: 5, rerank: true });
    await api.ask('reranks', { query: 'alpha', limit: 100, rerank: true });
    expect(counts).toEqual([15, 40]);
  });

  test('gives no scores beyond the candidates that a model judges, and says so', async () => {
    await api.add('many', { chunks: Array.from({ length: 60 }, (_, i) => `alpha ${'beta '.repeat(i)}`) });
    const judged: number[] = [];
    api.rerankBy((_, candidates) => {
      judged.push(candidates.length);
      return Promise.resolve(candidates.map((_, at) => at / candidates.length));
    });
    const ask = { query: 'alpha', semantic_ratio: 0, rerank: { model: 'local-interaction-1' } };
    const few = await api.ask('many', { ...ask, limit: 20 });
    const all = await api.ask('many', { ...ask, limit: 60 });
    const v2 = await api.askV2('many', { ...ask, top_k: 60 });
    expect(judged).toEqual([50, 50, 50]);
    expect([few.rerank.candidates, few.warnings]).toEqual([50, []]);
    for (const answer of [all, v2]) {
      expect(answer.rerank).toMatchObject({ applied: true, candidates: 50 });
      expect(answer.warnings.map(({ code }) => code)).toEqual(['RERANK_CANDIDATES_CAPPED']);
    }
    const scores = all.results.map(({ metadata }) => metadata!.scores.rerank);
    expect(scores.slice(0, 50).every((score) => score !== null)).toBe(true);
    expect(scores.slice(50)).toEqual(Array.from({ length: 10 }, () => null));
    expect(v2.search_results.map((result) => result.rerank_score)).toEqual(scores);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['answers with too few scores', () => Promise.resolve([1])],
    ['answers with no numbers', (_: unknown, all: readonly unknown[]) => Promise.resolve(all.map(() => NaN))],
  ])('leaves the merged order when the model %s, and says so', async (_, rerank) => {
    const before = await api.ask('reranks', { query: 'alpha' });
    api.rerankBy(rerank);
    const answer = await api.ask('reranks', { query: 'alpha', rerank: true });
    expect(answer.results).toEqual(before.results);
    expect(answer.rerank).toMatchObject({ applied: false, fallback: true, reason: 'reranker_error' });
  });

  test('is not done with a model that is not configured', async () => {
    for (const model of ['hosted', 'hosted-rerank-1', 'hosted-chat-1']) {
      const { status, body } = await api.post('reranks', { query: 'alpha', rerank: { model } });
      expect([status, body.error]).toEqual([400, 'rerank_model_not_configured']);
    }
    expect((await api.ask('reranks', { query: 'alpha', rerank: { enabled: false } })).rerank.requested).toBe(
      false,
    );
  });
});
