import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { createRerankers } from '../../../src/models';
import { createQueryEngine } from '../../../src/retrieval';
import { createSearchIndex } from '../../../src/stores/documents/search-index';
import { freePort } from '../../../embedded/processes/free-port';
import { startApi } from '../../setup/api';
import { type ErrorBody, region } from './document-client';
import { type QueryApi, refresh, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
});
afterAll(() => api.close());

const textsOf = ({ results }: { results: { text: string }[] }) => results.map(({ text }) => text).sort();
const unique = () => `c-${randomBytes(5).toString('hex')}`;

describe('copies', () => {
  test('see what they took over and nothing of what comes later, on either side', async () => {
    const [source, copy] = [unique(), unique()];
    const first = await api.add(source, { filename: 'first.txt', chunks: ['alpha first'] });
    await api.copy(source, copy);
    await api.add(source, { filename: 'second.txt', chunks: ['alpha second'] });
    await api.add(copy, { filename: 'third.txt', chunks: ['alpha third'] });
    expect(textsOf(await api.ask(source, { query: 'alpha' }))).toEqual(['alpha first', 'alpha second']);
    expect(textsOf(await api.ask(copy, { query: 'alpha' }))).toEqual(['alpha first', 'alpha third']);
    await api.call('DELETE', `/v2/collections/${copy}/documents/${first}`);
    expect(textsOf(await api.ask(copy, { query: 'alpha' }))).toEqual(['alpha third']);
    expect(textsOf(await api.ask(source, { query: 'alpha' }))).toEqual(['alpha first', 'alpha second']);
  });

  test('without the graph filter, boost and show by metadata of documents alone, layer by layer', async () => {
    const [source, copy] = [unique(), unique()];
    const inherited = await api.add(source, { custom: { year: 2024 }, chunks: ['alpha inherited'] });
    const path = `/v3/collections/${source}/chunks/${inherited}:0/metadata`;
    await api.call('PUT', path, { custom_metadata: { year: 2030, claim: 'x' } });
    await api.copy(source, copy, false);
    const own = await api.add(copy, { chunks: ['alpha own'] });
    await api.call('PUT', `/v3/collections/${copy}/chunks/${own}:0/metadata`, {
      custom_metadata: { claim: 'x' },
    });
    await refresh(api, copy);

    const ofSource = await api.ask(source, { query: 'alpha', filter: { year: 2030 } });
    expect(ofSource.results[0]!.metadata!.custom).toEqual({ year: 2030, claim: 'x' });
    expect(textsOf(await api.ask(copy, { query: 'alpha', filter: { year: 2024 } }))).toEqual([
      'alpha inherited',
    ]);
    expect(textsOf(await api.ask(copy, { query: 'alpha', filter: { year: 2030 } }))).toEqual([]);
    const claims = await api.ask(copy, { query: 'alpha', boost: [{ field: 'claim', eq: 'x', weight: 2 }] });
    expect(claims.boost).toEqual([{ index: 0, matched: 1, in_pool: 1, on_page: 1 }]);
    const hidden = claims.results.find(({ text }) => text === 'alpha inherited');
    expect(hidden!.metadata!.custom).toEqual({});
  });
});

describe('what changes', () => {
  test('a deleted document is gone from the next answer, and others fill its places', async () => {
    const name = unique();
    const best = await api.add(name, { chunks: Array.from({ length: 30 }, () => 'alpha alpha alpha') });
    await api.add(name, {
      filename: 'b.txt',
      chunks: Array.from({ length: 12 }, (_, i) => `alpha beta ${i}`),
    });
    expect(
      (await api.ask(name, { query: 'alpha' })).results.every(({ document }) => document!.id === best),
    ).toBe(true);
    await api.call('DELETE', `/v2/collections/${name}/documents/${best}`);
    const { results } = await api.ask(name, { query: 'alpha' });
    expect(results).toHaveLength(10);
    expect(results.every(({ document }) => document!.filename === 'b.txt')).toBe(true);
  });

  test.each([0, 0.5, 1])(
    'the search index only proposes: rows of a document that is gone are left out, and the page is full, at %d',
    async (semantic_ratio) => {
      const name = unique();
      // As many as a leg brings at first, and all of them better.
      const best = await api.add(name, { chunks: Array.from({ length: 260 }, () => 'alpha alpha alpha') });
      await api.add(name, {
        filename: 'b.txt',
        chunks: Array.from({ length: 12 }, (_, i) => `alpha beta ${i}`),
      });
      await api.mongo.db.collection('documents').updateOne({ documentId: best }, { $set: { removed: 1 } });
      const { results } = await api.ask(name, { query: 'alpha', semantic_ratio });
      expect(results).toHaveLength(10);
      expect(results.every(({ document }) => document!.filename === 'b.txt')).toBe(true);
    },
  );

  test('an emptied collection answers nothing', async () => {
    const name = unique();
    await api.add(name, { chunks: ['alpha'] });
    await api.call('DELETE', `/v2/collections/${name}/documents`);
    expect(textsOf(await api.ask(name, { query: 'alpha' }))).toEqual([]);
  });

  test('an unpublished document is not found', async () => {
    const name = unique();
    await api.add(name, { chunks: ['alpha'], unpublished: true });
    expect(textsOf(await api.ask(name, { query: 'alpha' }))).toEqual([]);
  });
});

describe('archived documents', () => {
  const archive = async (name: string, documentId: string, archived = true) => {
    const { _id } = await api.collection(name);
    expect(await api.deps.documentWrites.setArchived(_id, [documentId], archived)).toEqual([documentId]);
    await refresh(api, name);
  };
  const asked = { query: 'alpha', include: { archived: true } };

  test('are left out unless they are asked for, at once and until they are brought back', async () => {
    const name = unique();
    const old = await api.add(name, { chunks: ['alpha old'] });
    await api.add(name, { filename: 'b.txt', chunks: ['alpha new'] });
    await api.ask(name, { query: 'alpha' });
    await archive(name, old);
    for (const semantic_ratio of [0, 0.5, 1])
      expect(textsOf(await api.ask(name, { query: 'alpha', semantic_ratio }))).toEqual(['alpha new']);
    expect((await api.askV2(name, { query: 'alpha' })).search_results).toHaveLength(1);
    expect(textsOf(await api.ask(name, asked))).toEqual(['alpha new', 'alpha old']);
    const { search_results } = await api.askV2(name, { query: 'alpha', include_archived: true });
    expect(search_results).toHaveLength(2);
    await archive(name, old, false);
    expect(textsOf(await api.ask(name, { query: 'alpha' }))).toEqual(['alpha new', 'alpha old']);
  });

  test('are shown by lists and reads, and counted', async () => {
    const name = unique();
    const old = await api.add(name, { chunks: ['alpha old'] });
    await archive(name, old);
    const { body } = await api.call<{ documents: object[]; total_count: number }>(
      'GET',
      `/v3/collections/${name}/documents`,
    );
    expect(body).toMatchObject({ total_count: 1, documents: [{ document_id: old, archived: true }] });
    const one = await api.call('GET', `/v3/collections/${name}/documents/${old}`);
    expect(one.body).toMatchObject({ archived: true, chunks: [{ text: 'alpha old' }] });
  });

  test('stay archived in copies, which archive and bring back for themselves alone', async () => {
    const [source, copy] = [unique(), unique()];
    const old = await api.add(source, { chunks: ['alpha old'] });
    const kept = await api.add(source, { filename: 'b.txt', chunks: ['alpha kept'] });
    await archive(source, old);
    await api.copy(source, copy);
    await refresh(api, copy);
    expect(textsOf(await api.ask(copy, { query: 'alpha' }))).toEqual(['alpha kept']);
    await archive(copy, old, false);
    await archive(copy, kept);
    expect(textsOf(await api.ask(copy, { query: 'alpha' }))).toEqual(['alpha old']);
    expect(textsOf(await api.ask(source, { query: 'alpha' }))).toEqual(['alpha kept']);
    await archive(source, kept);
    expect(textsOf(await api.ask(source, { query: 'alpha' }))).toEqual([]);
    expect(textsOf(await api.ask(copy, { query: 'alpha' }))).toEqual(['alpha old']);
  });

  test('are not counted by boost rules, nor added by rules that name their chunks', async () => {
    const name = unique();
    const old = await api.add(name, { custom: { state: 'ok' }, chunks: ['alpha old'] });
    await api.add(name, { filename: 'b.txt', custom: { state: 'ok' }, chunks: ['alpha new'] });
    await archive(name, old);
    const boost = [
      { field: 'state', eq: 'ok', weight: 2 },
      { chunk_ids: [`${old}:0`], weight: 2 },
    ];
    const answer = await api.ask(name, { query: 'alpha', boost });
    expect(textsOf(answer)).toEqual(['alpha new']);
    expect(answer.boost).toEqual([
      { index: 0, matched: 1, in_pool: 1, on_page: 1 },
      { index: 1, matched: 0, in_pool: 0, on_page: 0 },
    ]);
    expect((await api.ask(name, { ...asked, boost })).boost[0]).toMatchObject({ matched: 2 });
  });

  test('are no ends of relations that an answer shows', async () => {
    const name = unique();
    const shown = await api.add(name, { chunks: ['alpha quince'] });
    const old = await api.add(name, { filename: 'b.txt', chunks: ['old target'] });
    const path = `/v3/collections/${name}/chunks/${shown}:0/relations`;
    await api.call('POST', path, { target_chunk_id: `${old}:0`, relation_type: 'cites', metadata: {} });
    await archive(name, old);
    const surroundings = { relations: true, related_chunks: true };
    const ask = async (include: object) =>
      (await api.ask(name, { query: 'quince', semantic_ratio: 0, include })).results[0]!;
    expect(await ask(surroundings)).toMatchObject({ relations: [], related_chunks: [] });
    expect(await ask({ ...surroundings, archived: true })).toMatchObject({
      relations: [{ target_document_id: old }],
      related_chunks: [{ text: 'old target' }],
    });
  });
});

describe('surroundings', () => {
  const name = 'surroundings';
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = await api.add(name, {
      custom: { year: 2024 },
      chunks: [
        'before',
        { text: 'alpha quince', regions: [region(1, 0), region(2, 1, 'fig_1_ab')] },
        'after',
      ],
    });
    second = await api.add(name, { filename: 'b.txt', chunks: ['the target', 'the source'] });
    const relate = (from: string, to: string, type: string) =>
      api.call('POST', `/v3/collections/${name}/chunks/${from}/relations`, {
        target_chunk_id: to,
        relation_type: type,
        metadata: {},
      });
    await relate(`${first}:1`, `${second}:0`, 'supports');
    await relate(`${first}:1`, `${first}:0`, 'follows');
    await relate(`${second}:1`, `${first}:1`, 'supports');
  });

  const ask = async (body: Record<string, unknown>) => {
    const { results } = await api.ask(name, { query: 'quince', semantic_ratio: 0, limit: 1, ...body });
    return results[0]!;
  };

  test('regions, metadata of the document, and the chunks before and after', async () => {
    const hit = await ask({ include: { regions: true, document_metadata: true, neighboring_chunks: true } });
    expect(hit.regions!.map(({ region_id, figure_id }) => [region_id, figure_id])).toEqual([
      ['r_1', null],
      ['r_2', 'fig_1_ab'],
    ]);
    expect(hit.document_metadata).toEqual({ year: 2024 });
    expect(hit.neighboring_chunks).toMatchObject({
      before: { chunk_id: `${first}:0`, chunk_index: 0, chunk_type: 'body', text: 'before' },
      after: { chunk_id: `${first}:2`, text: 'after' },
    });
  });

  test.each([
    ['obligation', 'The tenant’s obligations, and no obligation else.', ['obligations', 'obligation']],
    ['the tenants', 'The tenant’s obligations', ['tenant’s']],
    ['uber cafe', 'Das Café: ÜBER alles 🙂 über', ['Café', 'ÜBER', 'über']],
    ['北京大学', '我在北京大学学习。', ['北京大学']],
    ['<em> nothing', 'Text <em>with</em> marks', ['em', 'em']],
    ['quince', 'nothing of it', []],
  ])('highlights of %j', async (query, text, words) => {
    const collection = unique();
    await api.add(collection, { chunks: [text] });
    const { results } = await api.ask(collection, { query, include: { highlights: true } });
    expect(results[0]!.highlights!.map(({ start, end }) => text.slice(start, end))).toEqual(words);
    const { results: bare } = await api.ask(collection, { query });
    expect(bare[0]).not.toHaveProperty('highlights');
  });

  test('more than one neighbour on each side, as far as the document goes', async () => {
    await api.add('row', { chunks: ['zero', 'one', 'two', 'three', 'quince', 'five'] });
    const around = async (neighbor_count: number, query = 'quince') => {
      const body = { query, semantic_ratio: 0, neighbor_count, include: { neighboring_chunks: true } };
      const { results } = await api.ask('row', body);
      const { before, after, preceding, following } = results[0]!.neighboring_chunks!;
      expect([before, after]).toEqual([preceding?.at(-1) ?? null, following?.[0] ?? null]);
      return [preceding!, following!].map((side) => side.map(({ text }) => text));
    };
    expect(await around(2)).toEqual([['two', 'three'], ['five']]);
    expect(await around(5)).toEqual([['zero', 'one', 'two', 'three'], ['five']]);
    expect(await around(3, 'zero')).toEqual([[], ['one', 'two', 'three']]);
    const alone = { query: 'quince', semantic_ratio: 0, neighbor_count: 2 };
    expect((await api.ask('row', alone)).results[0]).not.toHaveProperty('neighboring_chunks');
  });

  test.each([
    [{}, ['follows outgoing before', 'supports outgoing the target']],
    [{ relation_direction: 'incoming' }, ['supports incoming the source']],
    [
      { relation_direction: 'both', relation_types: ['supports'] },
      ['supports incoming the source', 'supports outgoing the target'],
    ],
    [{ relation_types: ['other'] }, []],
    [{ relation_types: [] }, []],
  ])('relations and the chunks at their other ends: %j', async (which, expected) => {
    const hit = await ask({ ...which, include: { relations: true, related_chunks: true } });
    const shown = hit.relations!.map(({ relation_type, direction }, at) => {
      const { text, relation_type: again } = hit.related_chunks![at]!;
      expect(again).toBe(relation_type);
      return `${relation_type} ${direction} ${text}`;
    });
    expect(shown.sort()).toEqual(expected);
  });

  test('are the same when a reranker has looked at many candidates first', async () => {
    await api.add('wide', { chunks: Array.from({ length: 80 }, (_, i) => `alpha ${i}`) });
    const body = { query: 'alpha', include: { neighboring_chunks: true } };
    const few = await api.ask('wide', body);
    api.rerankBy((_, candidates) => Promise.resolve(candidates.map(({ fused }) => fused)));
    const many = await api.ask('wide', { ...body, rerank: { candidate_limit: 80 } });
    api.rerankBy(null);
    const around = ({ results }: typeof few) =>
      results.map(({ chunk_id, neighboring_chunks }) => [chunk_id, neighboring_chunks]);
    expect(around(many)).toEqual(around(few));
  });

  test('a relation to a document that is gone keeps its chunk id, without the chunk', async () => {
    const copy = unique();
    await api.copy(name, copy);
    await api.call('DELETE', `/v2/collections/${copy}/documents/${second}`);
    const include = { relations: true, related_chunks: true };
    const { results } = await api.ask(copy, {
      query: 'quince',
      semantic_ratio: 0,
      include,
      relation_types: ['supports'],
    });
    expect(results[0]!.relations).toMatchObject([
      { target_chunk_id: `${second}:0`, target_document_id: null },
    ]);
    expect(results[0]!.related_chunks).toEqual([]);
  });
});

describe('around a query', () => {
  test('what was answered is recorded afterwards, for both versions; what was refused is not', async () => {
    const name = unique();
    await api.add(name, { chunks: ['alpha'] });
    const v3 = await api.ask(name, { query: '  alpha ', limit: 3 });
    const v2 = await api.askV2(name, { query: 'alpha', top_k: 2 });
    await api.post(name, { query: 'alpha', filter: { $no: 1 } });
    await api.post(name, { query: 'alpha', rerank: { model: 'hosted' } });
    const rows = api.mongo.db.collection<{ _id: string; collectionName: string }>('queries');
    for (;;) {
      await api.deps.history.drain();
      if ((await rows.countDocuments({ collectionName: name })) >= 2) break;
    }
    const recorded = await rows.find({ collectionName: name }).toArray();
    expect(recorded.map(({ _id }) => _id).sort()).toEqual([v3.query_id, v2.query_id].sort());
    expect(recorded.find(({ _id }) => _id === v3.query_id)).toMatchObject({
      queryText: 'alpha',
      requestId: v3.request_id,
      apiVersion: 'v3',
      resultCount: 1,
      limit: 3,
      evalId: null,
    });
  });

  test('without the search index the answer is 503, and the service lives', async () => {
    const name = unique();
    await api.add(name, { chunks: ['alpha'] });
    const client = new Client({ node: `http://127.0.0.1:${await freePort()}`, maxRetries: 0 });
    const { queryEngine, stores, log, config } = api.deps;
    api.deps.queryEngine = createQueryEngine({
      stores,
      log,
      search: createSearchIndex(client),
      embedders: { of: () => null },
      rerankers: createRerankers(config),
    });
    const away = await api.post(name, { query: 'alpha', semantic_ratio: 0 });
    api.deps.queryEngine = queryEngine;
    await client.close();
    expect([away.status, away.body.error]).toEqual([503, 'query_unavailable']);
    expect(away.headers.get('retry-after')).not.toBeNull();
    expect((await api.post(name, { query: 'alpha' })).status).toBe(200);
  });

  test('a key has its own number of queries, a tenth of a minute at once, shared by both versions', async () => {
    const limited = await startApi({ env: { RATE_LIMIT_QUERIES_PER_MINUTE: '20' } });
    try {
      const [one, other] = [await limited.createKey(), await limited.createKey()];
      const ask = (version: string, key: string) =>
        limited.request<ErrorBody>(`/${version}/collections/none/query`, { key, json: { query: 'alpha' } });
      const asked = await Promise.all(['v3', 'v2', 'v3', 'v2'].map((version) => ask(version, one.text)));
      expect(asked.map(({ status }) => status).sort()).toEqual([404, 404, 429, 429]);
      const refused = await ask('v3', one.text);
      expect(refused.body).toMatchObject({ error: 'rate_limited', details: { scope: 'queries' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask('v3', other.text)).status).toBe(404);
    } finally {
      await limited.close();
    }
  });
});
