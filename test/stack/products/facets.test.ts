import { type TestResponse } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Faceted {
  total: number;
  facets?: Record<string, { value: unknown; count: number }[]>;
  facet_stats?: Record<string, { min: number; max: number }>;
  facet_query?: { field: string; values: object[] };
  facets_exact?: boolean;
  facet_set_size?: number;
  warnings: { code: string; fields?: string[] }[];
}

const index = 'shoes';
const shoe = (id: string, line: string, color: string, size: number, released: string) => ({
  id,
  title: 'Running shoe',
  line,
  color,
  size,
  released,
});
const shoes = [
  shoe('a', 'Acme One', 'Black', 42, '2024-05-01'),
  shoe('b', 'Acme One', 'Black', 43, '2024-05-02'),
  shoe('c', 'Acme One', 'Gray', 42, '2024-05-03'),
  shoe('d', 'Bolt Two', 'Gray', 44, '2024-05-04'),
  shoe('e', 'Bolt Two', 'Red & Blue', 44, '2024-05-05'),
];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const fields = { line: { type: 'keyword' }, color: { type: 'keyword' } };
  await stack.createIndex(index, { settings: { fields, facets: ['line', 'color', 'size', 'released'] } });
  await stack.stage(index, shoes);
  await stack.built(index);
});
afterAll(() => stack.close());

/** Asks until facets are counted in time, as the refusal says. */
async function search<T = Faceted>(json: object): Promise<TestResponse<T>> {
  for (;;) {
    const answer = await stack.v1<T>(`/indexes/${index}/search`, { method: 'POST', json });
    if (answer.status !== 503) return answer;
  }
}

test('the facets of an index count what a search finds, and dates have no counts', async () => {
  const { status, body } = await search({ query: 'running', facets: true, facet_stats: true });
  expect(status).toBe(200);
  expect(body).toMatchObject({ total: 5, facets_exact: true, facet_set_size: 5 });
  expect(body.facets).toEqual({
    line: [
      { value: 'Acme One', count: 3 },
      { value: 'Bolt Two', count: 2 },
    ],
    color: [
      { value: 'Black', count: 2 },
      { value: 'Gray', count: 2 },
      { value: 'Red & Blue', count: 1 },
    ],
    size: [
      { value: 42, count: 2 },
      { value: 44, count: 2 },
      { value: 43, count: 1 },
    ],
  });
  expect(body.facet_stats).toEqual({
    size: { min: 42, max: 44 },
    released: { min: Date.parse('2024-05-01'), max: Date.parse('2024-05-05') },
  });
  expect(body.warnings).toEqual([expect.objectContaining({ code: 'FACET_NO_COUNTS', fields: ['released'] })]);
});

test('counts of a disjunctive facet leave out its own selection, those of others do not', async () => {
  const request = {
    filter: 'color = "Black"',
    filters: { size: { gte: 42 } },
    facet_keys: ['color', 'line'],
    facet_limit: 2,
  };
  const { body: plain } = await search(request);
  expect(plain.facets).toEqual({
    color: [{ value: 'Black', count: 2 }],
    line: [{ value: 'Acme One', count: 2 }],
  });
  const { body } = await search({ ...request, disjunctive: ['color'] });
  expect(body).toMatchObject({ total: 2, facet_set_size: 2 });
  expect(body.facets).toEqual({
    color: [
      { value: 'Black', count: 2 },
      { value: 'Gray', count: 2 },
    ],
    line: [{ value: 'Acme One', count: 2 }],
  });
});

test('counts are in groups where hits are grouped', async () => {
  const { body } = await search({ facet_keys: ['color'], group_by: { field: 'line' } });
  expect(body).toMatchObject({ total: 2, facet_set_size: 2 });
  expect(body.facets!.color).toEqual([
    { value: 'Gray', count: 2 },
    { value: 'Black', count: 1 },
    { value: 'Red & Blue', count: 1 },
  ]);
});

test('a search among values needs no other facets', async () => {
  const { body } = await search({ facet_query: { field: 'color', prefix: 'BL' } });
  expect(body.facets).toEqual({});
  expect(body.facet_query).toEqual({
    field: 'color',
    values: [
      { value: 'Black', count: 2, highlighted: '<em>Bl</em>ack' },
      { value: 'Red & Blue', count: 1, highlighted: 'Red &amp; <em>Bl</em>ue' },
    ],
  });
});

test('without a wish for facets none are counted', async () => {
  const { body } = await search({ query: 'running' });
  expect(body.facets).toBeUndefined();
  expect((await search({ facets: false, facet_keys: ['color'] })).body.facets).toBeUndefined();
});

test.each([
  [{ facet_query: { field: 'colour', prefix: 'b' } }, 'body.facet_query.field'],
  [{ facet_keys: ['color'], disjunctive: ['colour'] }, 'body.disjunctive'],
  [{ facet_keys: ['colour', 'color'] }, 'body.facet_keys'],
])('the refusal of an unknown facet leads to the member that names it: %j', async (sent, path) => {
  const { body } = await search<object>(sent);
  expect(body).toMatchObject({ error: 'FACET_UNKNOWN', details: [{ path, code: 'facet_unknown' }] });
});
