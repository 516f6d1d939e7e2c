import { queryAnswer, type QueryAnswerBody, queryV2Answer } from '../../../api/documents/queries/schema';
import { type CollectionRow } from '../../../src/stores/documents/contents/collections';
import { type QueryApi, startQueryApi } from './query-client';

let api: QueryApi;
beforeAll(async () => {
  api = await startQueryApi();
});
afterAll(() => api.close());

const textsOf = ({ results }: { results: { text: string }[] }) => results.map(({ text }) => text);

describe('what is found', () => {
  beforeAll(async () => {
    await api.add('legs', {
      filename: 'letters.txt',
      custom: { year: 2024, team: ['legal', 'ops'] },
      chunks: [
        'alpha alpha',
        'lorem alpha beta',
        { text: 'ipsum', headingPath: ['Results', 'By region'] },
        { text: 'gamma gamma', type: 'footnote' },
      ],
    });
  });

  test('words alone at 0, without the model', async () => {
    api.embedded.length = 0;
    const answer = await api.ask('legs', { query: 'ipsum', semantic_ratio: 0 });
    expect(textsOf(answer)).toEqual(['ipsum']);
    expect(answer.results[0]).toMatchObject({
      match_sources: ['keyword'],
      metadata: { scores: { dense: null } },
    });
    expect(api.embedded).toEqual([]);
  });

  test('with the headings above a result, unless its metadata is left out', async () => {
    const query = { query: 'ipsum', semantic_ratio: 0 };
    const [found] = (await api.ask('legs', query)).results;
    expect(found!.metadata!.heading_path).toEqual(['Results', 'By region']);
    const several = await api.call<QueryAnswerBody>('POST', '/v3/query', {
      ...query,
      collections: ['legs'],
    });
    expect(several.body.results[0]!.metadata!.heading_path).toEqual(['Results', 'By region']);
    const [bare] = (await api.ask('legs', { ...query, include: { metadata: false } })).results;
    expect(bare!.metadata).toBeUndefined();
  });

  test('the meaning alone at 1, without words', async () => {
    const answer = await api.ask('legs', { query: 'the word alpha', semantic_ratio: 1, limit: 2 });
    expect(textsOf(answer)).toEqual(['alpha alpha', 'lorem alpha beta']);
    expect(answer.results[0]).toMatchObject({ score: 1, match_sources: ['content_embedding'] });
    expect(answer.results[0]!.metadata!.scores.bm25).toBeNull();
    expect(answer.results[0]!.metadata!.scores.dense).toBeCloseTo(1, 2);
  });

  test('nothing whose meaning is farther than min_cosine, but for what the words find', async () => {
    const textsAt = async (min_cosine: number | null, options: object) => {
      const query = { query: 'alpha', min_cosine, ...options };
      const v2 = await api.askV2('legs', query);
      const v3 = textsOf(await api.ask('legs', query));
      expect(v2.search_results.map(({ content }) => content)).toEqual(v3);
      return v3;
    };
    expect(await textsAt(0.9, { semantic_ratio: 1 })).toEqual(['alpha alpha']);
    expect(await textsAt(0.6, { semantic_ratio: 1 })).toEqual(['alpha alpha', 'lorem alpha beta']);
    expect(await textsAt(0.9, {})).toEqual(['alpha alpha', 'lorem alpha beta']);
    expect(await textsAt(0.9, { query: 'alphagamma' })).toEqual([]);
    for (const none of [null, -1]) expect(await textsAt(none, {})).toHaveLength(4);
    const named = await api.ask('legs', { query: 'alpha', min_cosine: 0.9, semantic_ratio: 1 });
    const [{ document }] = named.results as [(typeof named.results)[0]];
    const boost = [{ chunk_ids: [`${document!.id}:2`] }];
    const brought = await api.ask('legs', { query: 'alpha', min_cosine: 0.9, semantic_ratio: 1, boost });
    expect(textsOf(brought)).toEqual(['alpha alpha', 'ipsum']);
  });

  test('both between them, merged by weight, with the scores of each', async () => {
    const answer = await api.ask('legs', { query: 'alpha' });
    const [first] = answer.results;
    expect(first).toMatchObject({ rank: 1, text: 'alpha alpha', score: 1 });
    expect(first!.match_sources).toEqual(['content_embedding', 'keyword']);
    expect(first!.metadata!.scores).toMatchObject({ fused: 1, rerank: null });
    const scores = answer.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('the whole answer has the shape that the documentation shows, in both versions', async () => {
    const include = {
      document: true,
      metadata: true,
      regions: true,
      relations: true,
      related_chunks: true,
      neighboring_chunks: true,
      document_metadata: true,
      archived: true,
    };
    const answer = await api.ask('legs', {
      query: 'alpha',
      rerank: true,
      include,
      filter: { nobody: 1 },
      boost: [{ field: 'year', eq: 2024 }],
    });
    queryAnswer.parse(answer);
    const full = await api.ask('legs', { query: 'alpha', include });
    queryAnswer.parse(full);
    expect(full.results.length).toBeGreaterThan(0);
    const v2 = await api.askV2('legs', { query: 'alpha', include_bbox: true, rerank: true });
    queryV2Answer.parse(v2);
    expect(v2.search_results[0]).toMatchObject({
      content: 'alpha alpha',
      chunk_index: 0,
      filename: 'letters.txt',
      modality: 'document',
      uri: 'https://example.com/letters.txt',
      metadata: { year: 2024, team: ['legal', 'ops'] },
    });
    expect(v2.timing.stages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['preparation', 'embedding', 'retrieval', 'rerank', 'enrichment']),
    );
    expect(v2.timing.total_ms).toBe(v2.execution_time_ms);
    expect(v2.rerank).toEqual({
      requested: true,
      applied: true,
      model: 'local-blend-1',
      candidates: v2.total_results,
    });
  });

  test('the default weight of the meaning is lower where the model does not know the languages', async () => {
    await api.add('ilu', { chunks: ['alpha', 'beta'] });
    const collections = api.mongo.db.collection<CollectionRow>('collections');
    const ask = async (
      change: Partial<CollectionRow> | { 'embedding.model': string },
      body: { semantic_ratio?: number | 'auto' | null } = {},
    ) => {
      await collections.updateOne({ name: 'ilu' }, { $set: { ...change }, $inc: { sequence: 1 } });
      const [v3, v2] = [
        await api.ask('ilu', { query: 'alpha omega', ...body }),
        await api.askV2('ilu', { query: 'alpha omega', ...body }),
      ];
      expect(v2.semantic_ratio).toEqual(v3.semantic_ratio);
      return v3.semantic_ratio;
    };
    const byDefault = { used: 0.5, reason: 'default' };
    const lower = { used: 0.2, reason: 'language_not_covered' };
    expect(await ask({ languages: { yo: 9, en: 1 } })).toEqual(byDefault);
    expect(await ask({ 'embedding.model': 'all-minilm-l6-v2-int8' })).toEqual(lower);
    expect(await ask({}, { semantic_ratio: null })).toEqual(lower);
    expect(await ask({}, { semantic_ratio: 'auto' })).toEqual(lower);
    expect(await ask({}, { semantic_ratio: 0.5 })).toEqual({ used: 0.5, reason: 'requested' });
    expect(await ask({ languages: { yo: 1, en: 9 } })).toEqual(byDefault);
    expect(await ask({ languages: { de: 9 } })).toEqual(lower);
    const multilingual = { used: 0.6, reason: 'default' };
    expect(await ask({ 'embedding.model': 'multilingual-e5-small-int8' })).toEqual(multilingual);
    expect(await ask({ languages: { yo: 0 } })).toEqual(multilingual);
  });

  test('the words decide where few chunks have those that tell what is looked for', async () => {
    const often = Array.from({ length: 11 }, (_, at) => `lorem ipsum ${at}`);
    await api.add('told', { chunks: [...often, 'lorem dolor', 'alpha order 4711-B', 'beta sit amet'] });
    const ratioOf = async (query: string, settings: object = {}) => {
      const v3 = await api.ask('told', { query, ...settings });
      const v2 = await api.askV2('told', { query, semantic_ratio: 'auto' });
      if (Object.keys(settings).length === 0) expect(v2.semantic_ratio).toEqual(v3.semantic_ratio);
      return v3.semantic_ratio;
    };
    const words = (reason: string) => ({ used: 0.1, reason });
    const byDefault = { used: 0.5, reason: 'default' };
    expect(await ratioOf('lorem dolor')).toEqual(words('exact_words'));
    expect(await ratioOf('the lorem of dolor')).toEqual(words('exact_words'));
    expect(await ratioOf('lorem dolor elsewhere')).toEqual(byDefault);
    expect(await ratioOf('lorem ipsum')).toEqual(byDefault);
    expect(await ratioOf('what says "sit amet" about gamma')).toEqual(words('quoted'));
    expect(await ratioOf('what says "amet sit" about gamma')).toEqual(byDefault);
    expect(await ratioOf('invoice 4711-B')).toEqual(words('identifier'));
    expect(await ratioOf('lorem dolor', { semantic_ratio: 0.7 })).toEqual({ used: 0.7, reason: 'requested' });
    // What a filter leaves out is not counted.
    expect(await ratioOf('lorem ipsum', { filter: { nothing: 1 } })).toEqual(byDefault);
    const { results } = await api.ask('told', { query: 'lorem dolor', limit: 100 });
    const { results: first } = await api.ask('told', { query: 'lorem dolor', limit: 3 });
    expect(first).toEqual(results.slice(0, 3));
  });

  test('every result brings its place, its document and nothing that was not asked for', async () => {
    const { results, ...answer } = await api.ask('legs', { query: 'ipsum', semantic_ratio: 0 });
    const [hit] = results;
    expect(Object.keys(hit!)).toEqual([
      ...['rank', 'chunk_id', 'chunk_index', 'chunk_type', 'text', 'score', 'modality', 'match_sources'],
      ...['location', 'document', 'metadata'],
    ]);
    expect(hit!.chunk_id).toBe(`${hit!.document!.id}:2`);
    expect(hit!.document).toMatchObject({
      filename: 'letters.txt',
      content_type: 'text/plain',
      source: { type: 'url', uri: 'https://example.com/letters.txt' },
    });
    expect(answer).toMatchObject({ query: 'ipsum', total_results: 1, limit: 10, boost: [], warnings: [] });
    expect(answer.rerank).toEqual({
      requested: false,
      applied: false,
      model: null,
      candidates: 0,
      fallback: false,
      reason: null,
    });
    expect(answer.query_id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(answer.timing.stages.map(({ name }) => name)).toEqual([
      'preparation',
      'embedding',
      'retrieval',
      'enrichment',
    ]);
    const bare = await api.ask('legs', { query: 'ipsum', include: { document: false, metadata: false } });
    expect(bare.results[0]).not.toHaveProperty('document');
    expect(bare.results[0]).not.toHaveProperty('metadata');
  });

  test.each([
    [{ year: 2024 }, 4],
    [{ year: { $gt: 2024 } }, 0],
    [{ team: 'ops' }, 4],
    [{ filename: 'letters.txt', $or: [{ year: 1 }, { team: { $in: ['legal'] } }] }, 4],
    [{ filename: { $ne: 'letters.txt' } }, 0],
    [{}, 4],
  ])('what the filter %j lets through', async (filter, count) => {
    const { results } = await api.ask('legs', { query: 'alpha', filter });
    expect(results).toHaveLength(count);
  });

  test('types of chunks can be left out', async () => {
    const answer = await api.ask('legs', { query: 'gamma', exclude_chunk_types: ['footnote', 'table'] });
    expect(textsOf(answer)).not.toContain('gamma gamma');
    expect(answer.results).toHaveLength(3);
  });

  test('the exact name of a file finds the document by words, among others of its type', async () => {
    const filenames = ['agenda.pptx', 'slides.pptx', 'slides_old-2024.pptx', 'invoice_2024.pdf'];
    for (const filename of filenames) await api.add('names', { filename, chunks: ['lorem'] });
    for (const filename of filenames) {
      const { results } = await api.ask('names', { query: filename, semantic_ratio: 0 });
      expect(results[0]).toMatchObject({
        document: { filename },
        match_sources: expect.arrayContaining(['metadata']) as string[],
      });
    }
  });

  test('contents and running lines are left out unless a query asks for all types, in both versions', async () => {
    await api.add('manuals', {
      filename: 'pump.txt',
      chunks: [
        { text: 'alpha 3\nbeta 4', type: 'table_of_contents' },
        { text: 'alpha manual', type: 'page_header' },
        { text: 'alpha, page 3', type: 'page_footer' },
        'alpha is read here',
      ],
    });
    for (const version of ['v2', 'v3'] as const) {
      const ask = async (options: Record<string, unknown>) => {
        const query = { query: 'alpha', ...options };
        if (version === 'v3') return textsOf(await api.ask('manuals', query));
        return (await api.askV2('manuals', query)).search_results.map(({ content }) => content);
      };
      expect(await ask({})).toEqual(['alpha is read here']);
      expect(await ask({ semantic_ratio: 0 })).toEqual(['alpha is read here']);
      expect(await ask({ exclude_chunk_types: [] })).toHaveLength(4);
      const others = await ask({ exclude_chunk_types: ['body'] });
      expect(others.toSorted()).toEqual(['alpha 3\nbeta 4', 'alpha manual', 'alpha, page 3']);
    }
  });

  test('a key that nothing has is pointed out, once, and built-in fields are not keys', async () => {
    const filter = { $or: [{ yeer: 2024 }, { yeer: 2025 }, { year: 2024 }, { content_type: 'text/plain' }] };
    const { warnings, results } = await api.ask('legs', { query: 'alpha', filter });
    expect(warnings.map(({ code }) => code)).toEqual(['FILTER_KEY_UNKNOWN']);
    expect(warnings[0]!.message).toContain("'yeer'");
    expect(results).toHaveLength(4);
  });

  test('nothing, in a collection without documents and for a page that is empty', async () => {
    await api.collection('empty');
    const answer = await api.ask('empty', {
      query: 'alpha',
      rerank: true,
      filter: { a: 1 },
      boost: [{ chunk_ids: ['doc_00000000000000000000000000:0'], reserve: 1 }],
    });
    expect(answer).toMatchObject({
      results: [],
      total_results: 0,
      rerank: { requested: true, applied: false, fallback: false },
      boost: [{ index: 0, matched: 0, in_pool: 0, on_page: 0 }],
    });
    expect(await api.ask('empty', { query: 'alpha', semantic_ratio: 1 })).toMatchObject({ results: [] });
  });

  test('equal queries get equal answers, also many at once', async () => {
    const body = {
      query: 'alpha beta ipsum',
      rerank: true,
      boost: [{ field: 'year', eq: 2024, weight: 1.5 }],
    };
    const answers = await Promise.all(Array.from({ length: 12 }, () => api.ask('legs', body)));
    const [first, ...others] = answers.map(({ results }) => results);
    expect(first!.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toEqual(first);
    expect(new Set(answers.map(({ query_id }) => query_id)).size).toBe(12);
  });

  test('a query of any characters is only a text', async () => {
    for (const query of [
      '"',
      '\\',
      'a AND (',
      '{"match_all":{}}',
      '🙂'.repeat(500),
      'x'.repeat(4_000),
      '\u0000 .',
    ])
      expect((await api.post('legs', { query })).status).toBe(200);
  });
});

describe('how hits came about', () => {
  test.each([
    [{ text: 'quince pie', origin: 'ocr' as const }, ['keyword', 'ocr']],
    [{ text: 'quince pie', origin: 'transcript' as const }, ['keyword', 'transcript']],
    [{ text: 'quince pie', type: 'table' as const }, ['keyword', 'table']],
    [{ text: 'other', headingPath: ['Quince'] }, ['keyword', 'metadata']],
    [{ text: 'other', tags: ['quince'] }, ['keyword', 'metadata']],
    [{ text: 'other', summary: 'About quinces' }, ['keyword', 'summary']],
  ])('%j', async (chunk, sources) => {
    const name = `sources-${sources.join('-')}-${JSON.stringify(chunk).length}`;
    await api.add(name, { chunks: [chunk] });
    const { results } = await api.ask(name, { query: 'quince', semantic_ratio: 0 });
    expect(results.map(({ match_sources }) => match_sources)).toEqual([sources]);
  });

  test('by the name of the file', async () => {
    await api.add('sources-name', { filename: 'quince pie.txt', chunks: ['other'] });
    const { results } = await api.ask('sources-name', { query: 'quince', semantic_ratio: 0 });
    expect(results[0]?.match_sources).toEqual(['keyword', 'metadata']);
  });

  test('by the meaning of a recognised text', async () => {
    await api.add('sources-dense', { chunks: [{ text: 'alpha', origin: 'ocr' }] });
    const { results } = await api.ask('sources-dense', { query: 'alpha', semantic_ratio: 1 });
    expect(results[0]!.match_sources).toEqual(['content_embedding', 'ocr']);
  });
});

describe('results of one document', () => {
  beforeAll(async () => {
    // More chunks that fit well than a leg is asked for at first.
    await api.add('books', {
      filename: 'long.txt',
      chunks: Array.from({ length: 450 }, (_, i) => `alpha alpha alpha chapter ${i}`),
    });
    for (const at of [1, 2, 3])
      await api.add('books', { filename: `short-${at}.txt`, chunks: ['alpha beta', 'lorem'] });
  });

  test.each([0, 0.5, 1])('are bounded, and others take their places, at %d', async (semantic_ratio) => {
    const answer = await api.ask('books', {
      query: 'alpha',
      limit: 4,
      max_chunks_per_document: 1,
      semantic_ratio,
    });
    const files = answer.results.map(({ document }) => document!.filename);
    expect(files.toSorted()).toEqual(['long.txt', 'short-1.txt', 'short-2.txt', 'short-3.txt']);
    expect(files[0]).toBe('long.txt');
    const scores = answer.results.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('keep their order', async () => {
    const free = await api.ask('books', { query: 'alpha', limit: 100 });
    const bounded = await api.ask('books', { query: 'alpha', limit: 100, max_chunks_per_document: 3 });
    const order = free.results.map(({ chunk_id }) => chunk_id);
    const kept = bounded.results.map(({ chunk_id }) => chunk_id).filter((id) => order.includes(id));
    expect(kept).toEqual(order.slice(0, 3));
  });
});
