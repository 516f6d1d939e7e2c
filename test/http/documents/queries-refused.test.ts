import { type IssueBody } from './document-client';
import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
  await api.add('legs', { custom: { year: 2024 }, chunks: ['alpha'] });
});
afterAll(() => api.close());

describe('refusals', () => {
  const bad: [Record<string, unknown>, (string | number)[]][] = [
    [{ query: undefined }, ['query']],
    [{ query: '  ' }, ['query']],
    [{ query: 'x'.repeat(4_001) }, ['query']],
    [{ query: 7 }, ['query']],
    [{ query: '\ud800' }, ['query']],
    [{ limit: 0 }, ['limit']],
    [{ limit: 101 }, ['limit']],
    [{ limit: 1.5 }, ['limit']],
    [{ limit: '3' }, ['limit']],
    [{ max_chunks_per_document: 0 }, ['max_chunks_per_document']],
    [{ max_chunks_per_document: 101 }, ['max_chunks_per_document']],
    [{ semantic_ratio: -0.1 }, ['semantic_ratio']],
    [{ semantic_ratio: 1.1 }, ['semantic_ratio']],
    [{ min_cosine: 1.1 }, ['min_cosine']],
    [{ min_cosine: '0.5' }, ['min_cosine']],
    [{ neighbor_count: 0 }, ['neighbor_count']],
    [{ neighbor_count: 6 }, ['neighbor_count']],
    [{ rerank: { candidate_limit: 9 } }, ['rerank', 'candidate_limit']],
    [{ rerank: { candidate_limit: 201 } }, ['rerank', 'candidate_limit']],
    [{ rerank: { model: 'unknown' } }, ['rerank', 'model']],
    [{ boost: [{ field: 'a' }] }, ['boost', 0]],
    [{ boost: [{ field: 'a', eq: 1, in: [1] }] }, ['boost', 0]],
    [{ boost: [{ field: 'a', eq: 1, chunk_ids: ['x'] }] }, ['boost', 0]],
    [{ boost: [{ eq: 1 }] }, ['boost', 0]],
    [{ boost: [{ chunk_ids: [] }] }, ['boost', 0, 'chunk_ids']],
    [{ boost: [{ chunk_ids: Array.from({ length: 101 }, () => 'x') }] }, ['boost', 0, 'chunk_ids']],
    [{ boost: [{ field: 'a', in: Array.from({ length: 51 }, () => 1) }] }, ['boost', 0, 'in']],
    [{ boost: [{ field: 'a', eq: 1, weight: 0.1 }] }, ['boost', 0, 'weight']],
    [{ boost: [{ field: 'a', eq: 1, weight: 5.1 }] }, ['boost', 0, 'weight']],
    [{ boost: [{ field: 'a', eq: 1, reserve: -1 }] }, ['boost', 0, 'reserve']],
    [{ boost: [{ field: 'organization_id', eq: 'x' }] }, ['boost', 0, 'field']],
    [{ boost: [{ field: 'vector', eq: 'x' }] }, ['boost', 0, 'field']],
    [{ boost: [{ field: '_id', eq: 'x' }] }, ['boost', 0, 'field']],
    [{ boost: [{ field: '$where', eq: 'x' }] }, ['boost', 0, 'field']],
    [{ boost: Array.from({ length: 11 }, () => ({ field: 'a', eq: 1 })) }, ['boost']],
    [
      {
        boost: [
          { field: 'a', eq: 1, reserve: 6 },
          { field: 'b', eq: 1, reserve: 5 },
        ],
      },
      ['boost'],
    ],
    [{ exclude_chunk_types: ['poem'] }, ['exclude_chunk_types', 0]],
    [{ relation_types: [''] }, ['relation_types', 0]],
    [{ relation_direction: 'up' }, ['relation_direction']],
    [{ include: { everything: true } }, ['include', 'everything']],
    [{ include: { regions: 'yes' } }, ['include', 'regions']],
    [{ stream: true }, ['stream']],
    [{ top_k: 3 }, ['top_k']],
  ];

  test.each(bad.map(([part, loc], at) => [`${loc.join('.')}, case ${at}`, part, loc] as const))(
    'v3 answers 422 to a wrong %s',
    async (_, part, loc) => {
      const body = { query: 'alpha', ...part };
      const { status, body: answer } = await api.call<IssueBody>('POST', '/v3/collections/legs/query', body);
      expect(status).toBe(422);
      expect(answer.detail[0]!.loc).toEqual(['body', ...loc]);
    },
  );

  test.each([
    [{ top_k: 0 }, ['body', 'top_k']],
    [{ limit: 3 }, ['body', 'limit']],
    [{ include_bbox: 'x' }, ['body', 'include_bbox']],
    [{ top_k: 20, rerank: { candidate_limit: 19 } }, ['body', 'rerank', 'candidate_limit']],
  ])('v2 answers 400 to %j', async (part, loc) => {
    const { status, body } = await api.call('POST', '/v2/collections/legs/query', {
      query: 'alpha',
      ...part,
    });
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect((body.details as { loc: unknown[] }[])[0]!.loc).toEqual(loc);
  });

  test.each([
    [{ inference: true }, 'inference_not_supported'],
    [{ stream: true }, 'streaming_not_supported'],
  ])('v2 generates and streams nothing: %j', async (part, code) => {
    const { status, body } = await api.call('POST', '/v2/collections/legs/query', {
      query: 'alpha',
      ...part,
    });
    expect([status, body.error]).toEqual([400, code]);
    const off = { query: 'alpha', inference: false, stream: false, custom_prompt: 'x' };
    expect((await api.call('POST', '/v2/collections/legs/query', off)).status).toBe(200);
  });

  test.each([
    [{ $and: [{ a: 1 }, { year: { $gtx: 1 } }] }, '$and[1].year.$gtx'],
    ['year', ''],
    [[{ year: 1 }], ''],
    [{ metadata: { year: 1 } }, 'metadata'],
    [{ chunk_type: 'table' }, 'chunk_type'],
  ])('a filter that cannot be read is told by its place: %j', async (filter, path) => {
    for (const [version, field] of [
      ['v3', 'filter'],
      ['v2', 'metadata_filter'],
    ] as const) {
      const body = { query: 'alpha', [field]: filter };
      const answer = await api.call('POST', `/${version}/collections/legs/query`, body);
      expect([answer.status, answer.body.error]).toEqual([400, 'invalid_metadata_filter']);
      expect(answer.body.details).toMatchObject({ path });
    }
  });

  test('keys without the permission, unknown collections and inactive ones', async () => {
    const indexOnly = await api.keyWith(['index']);
    const denied = await api.post('legs', { query: 'alpha' }, indexOnly);
    expect([denied.status, denied.body.error]).toEqual([403, 'permission_denied']);
    expect(denied.body.details).toEqual({ required: 'query' });
    expect(
      (await api.post('legs', { query: 'alpha' }, 'svc_dev_00000000000000000000000000000000')).status,
    ).toBe(401);
    const unknown = await api.post('nowhere', { query: 'alpha' });
    expect([unknown.status, unknown.body.error]).toEqual([404, 'collection_not_found']);
    const { _id } = await api.collection('paused');
    await api.mongo.db
      .collection<{ _id: string }>('collections')
      .updateOne({ _id }, { $set: { active: false } });
    const inactive = await api.post('paused', { query: 'alpha' });
    expect([inactive.status, inactive.body.error]).toEqual([403, 'collection_not_queryable']);
  });

  test('a model that does not answer, or another one than the collection was made with', async () => {
    api.loseModel(true);
    const away = await api.post('legs', { query: 'never asked before' });
    api.loseModel(false);
    expect([away.status, away.body.error]).toEqual([503, 'query_unavailable']);
    expect((await api.post('legs', { query: 'never asked before' })).status).toBe(200);
    const { _id } = await api.collection('legs');
    const collections = api.mongo.db.collection<{ _id: string }>('collections');
    await collections.updateOne({ _id }, { $set: { 'embedding.model': 'other' } });
    const other = await api.post('legs', { query: 'alpha' });
    const words = await api.post('legs', { query: 'alpha', semantic_ratio: 0 });
    await collections.updateOne({ _id }, { $set: { 'embedding.model': 'test-1' } });
    expect([other.status, other.body.error]).toEqual([503, 'query_unavailable']);
    expect(words.status).toBe(200);
  });
});
