import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Refusal {
  error: string;
  message: string;
  position?: number;
  expected?: string[];
  param?: string;
  details?: { path: string; message: string }[];
}

interface Answer {
  query_id: string;
  total: number;
  page: object;
  hits: Record<string, unknown>[];
  query_understanding: object;
  serving: object;
  warnings: { code: string }[];
}

const brands = ['Acme', 'Bolt', 'Crux'];
const records = Array.from({ length: 60 }, (_, place) => ({
  id: `KB-${place}`,
  title: place % 2 === 0 ? `Wireless keyboard ${place}` : `Wired mouse ${place}`,
  brand: brands[place % 3],
  price: 10 + place,
  parent: place % 4 === 0 ? null : `P${place % 5}`,
}));

describe('POST /v1/indexes/{index}/search', () => {
  let stack: Stack;
  const search = <T = Answer>(json: object, index = 'shop') =>
    stack.v1<T>(`/indexes/${index}/search`, { method: 'POST', json });

  beforeAll(async () => {
    stack = await startStack();
    await stack.createIndex('shop');
    await stack.stage('shop', records);
    const job = await stack.built('shop');
    expect(job.error).toBeNull();
  });
  afterAll(() => stack.close());

  it('answers with hits, what they were found by, and whether the same comes again', async () => {
    const { status, body } = await search({
      query: 'wireles keybord 4',
      per_page: 2,
      fields: ['title'],
      highlight: {},
      explain: true,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      query_id: expect.stringMatching(/^q_/) as string,
      index: 'shop',
      served_by: { index: 'shop', layer: null, group: null },
      serving: { deterministic: true },
      total: 1,
      total_exact: true,
      partial: 29,
      page: { number: 0, per_page: 2, pages: 15, has_more: true },
      query_understanding: {
        corrections: [
          { from: 'wireles', to: 'wireless', kind: 'typo' },
          { from: 'keybord', to: 'keyboard', kind: 'typo' },
        ],
      },
      warnings: [],
    });
    expect(body.hits[0]).toMatchObject({
      id: 'KB-4',
      title: 'Wireless keyboard 4',
      _highlight: { title: '<em>Wireless</em> <em>keyboard</em> <em>4</em>' },
      _matched: { fields: ['id', 'title'], identifier: false, typos: 2 },
      _explain: { tier: 'primary', words: { found: 3, of: 3 } },
    });
    expect(body.hits[0]).not.toHaveProperty('brand');
    expect(body.hits.map(({ _partial: partial }) => partial)).toEqual([undefined, true]);
  });

  it('leaves out what a query excludes, and finds nothing by signs alone', async () => {
    const { body } = await search({ query: 'keyboard -acme NOT bolt', per_page: 100 });
    const wanted = records.filter(({ title, brand }) => title.includes('keyboard') && brand === 'Crux');
    expect(body.hits.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    const signs = await search({ query: '$$$', facet_keys: ['brand'] });
    expect(signs.body).toMatchObject({ total: 0, hits: [], facets: { brand: [] }, facet_set_size: 0 });
  });

  it('asks for some of the words where no record has all, and says so', async () => {
    const { body } = await search({ query: 'wireles keybord qqqq', per_page: 2 });
    expect(body).toMatchObject({ page: { has_more: true }, warnings: [{ code: 'WORDS_OPTIONAL' }] });
  });

  it('joins both forms of filters, and lifts preferences', async () => {
    const { body } = await search({
      query: 'keyboard',
      filter: 'price >= 20 AND price < 40',
      filters: { brand: ['Acme', 'Bolt'] },
      prefer: [{ filter: 'price = 30', strength: 'high' }],
      per_page: 100,
    });
    const wanted = records.filter(({ title, price, brand }) =>
      title.includes('keyboard') && price >= 20 && price < 40 && brand !== 'Crux'); // prettier-ignore
    expect(body.hits.map(({ id }) => id).sort()).toEqual(wanted.map(({ id }) => id).sort());
    expect(body.total).toBe(wanted.length);
    const { body: lifted } = await search({ query: 'mouse', prefer: [{ filter: 'price = 59' }] });
    expect(lifted.hits[0]!.price).toBe(59);
  });

  it('tells the amounts that it read from the query, and what they did', async () => {
    const { status, body } = await search({ query: 'keyboard under 20', explain: true, per_page: 100 });
    expect(status).toBe(200);
    expect(body.query_understanding).toMatchObject({
      constraints: [
        { field: 'price', op: '<=', value: 20, unit: null, text: 'under 20', applied: 'ranking' },
      ],
    });
    expect(body.total).toBe(30);
    expect(body.hits.slice(0, 6).map(({ price }) => price).sort()).toEqual([10, 12, 14, 16, 18, 20]); // prettier-ignore
    expect(body.hits[0]).toMatchObject({
      _explain: { constraints: [{ text: 'under 20', fits: [{ field: 'price' }] }] },
    });
    const filtered = await search({
      query: 'keyboard under 20',
      constraints: 'filter',
      facet_keys: ['brand'],
    });
    expect(filtered.body).toMatchObject({
      total: 6,
      facet_set_size: 6,
      query_understanding: { constraints: [{ applied: 'filter' }] },
    });
    const off = await search({ query: 'keyboard under 20', constraints: 'off' });
    expect(off.body.query_understanding).toMatchObject({ constraints: [] });
  });

  test.each<[string, object, number, Partial<Refusal>]>([
    ['a way of constraints that there is not', { constraints: 'rank' }, 400, { error: 'VALIDATION_ERROR' }],
    ['an unknown member', { q: 'x' }, 400, { error: 'VALIDATION_ERROR' }],
    ['a query above 512 characters', { query: 'x'.repeat(513) }, 400, { error: 'VALIDATION_ERROR' }],
    ['more than 100 hits of a page', { per_page: 101 }, 400, { error: 'VALIDATION_ERROR' }],
    ['an order by a field that has none', { sort: [{ field: 'brand' }] }, 400, { error: 'VALIDATION_ERROR' }],
    ['a page beyond 1,000 hits', { page: 50 }, 400, { error: 'PAGE_TOO_DEEP' }],
    ['a filter', { filter: 'price < ' }, 400, { error: 'FILTER_INVALID', param: 'filter', position: 8 }],
    ['a filter by field', { filters: { prize: 1 } }, 400, { error: 'FILTER_INVALID', param: 'filters' }],
    ['a preference', { prefer: [{ filter: 'price = 1' }, { filter: 'prce = 1' }] }, 400, { error: 'FILTER_INVALID', param: 'prefer[1].filter', position: 0 }],
  ])('refuses %s', async (_, json, status, body) => {
    await expect(search<Refusal>(json)).resolves.toMatchObject({ status, body });
  }); // prettier-ignore

  it('says with every answer where an index does not promise the same again', async () => {
    await stack.createIndex('loose', { settings: { deterministic: false } });
    await stack.stage('loose', records.slice(0, 3));
    await stack.built('loose');
    const { body } = await search({ query: 'keyboard' }, 'loose');
    expect(body.serving).toEqual({ deterministic: false });
  });

  it('tells where a page that is too deep can be had', async () => {
    const { body } = await search<Refusal>({ page: 10, per_page: 100 });
    expect(body.details).toEqual([expect.objectContaining({ path: 'page', max_hits: 1_000, use: 'browse' })]);
  });

  it('tells an unknown index from one that was never built', async () => {
    await stack.createIndex('unbuilt');
    await expect(search({}, 'unbuilt')).resolves.toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
    await expect(search({}, 'nowhere')).resolves.toMatchObject({ status: 404, body: { error: 'INDEX_NOT_FOUND' } });
    const other = await stack.api.createKey({ organization: 'elsewhere' });
    await expect(
      stack.v1('/indexes/shop/search', { method: 'POST', json: {}, key: other.text }),
    ).resolves.toMatchObject({ status: 404 });
  }); // prettier-ignore

  it('asks to come back where the search engine has lost the index', async () => {
    await stack.createIndex('lost');
    await stack.stage('lost', records.slice(0, 3));
    await stack.built('lost');
    const { build } = await stack.getIndex('lost');
    await stack.api.elasticsearch.indices.delete({ index: build!.physical });
    await expect(search({}, 'lost')).resolves.toMatchObject({
      status: 503,
      body: { error: 'UNAVAILABLE', status_code: 503 },
    });
  });
});
