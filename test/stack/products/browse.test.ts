import { type CreatedKey } from '../../../api/products/keys/schema';
import { type TestResponse } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Page {
  build: string;
  total: number;
  hits: ({ id: string } & Record<string, unknown>)[];
  next_cursor: string | null;
  facets?: Record<string, { value: unknown; count: number }[]>;
  warnings: object[];
}

interface Refusal {
  error: string;
  details?: { path: string; message: string }[];
}

const day = 86_400_000;
const records = Array.from({ length: 53 }, (_, place) => ({
  id: `R-${String(place).padStart(3, '0')}`,
  title: place % 2 === 0 ? 'Lamp' : 'Kettle',
  tenant: place % 3 === 0 ? 'acme' : 'bolt',
  // One in five has no price and no date, and prices repeat.
  price: place % 5 === 0 ? null : (place % 7) + 0.1,
  released_at: place % 5 === 0 ? null : new Date(Date.UTC(2020, 0, 1) + (place % 11) * day).toISOString(),
}));

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const facets = ['title'];
  const fields = { title: { type: 'keyword' } };
  for (const [name, settings] of [
    ['shop', { fields, facets }],
    ['tenants', { fields, facets, tenant_field: 'tenant' }],
  ] as const) {
    await stack.createIndex(name, { settings });
    await stack.stage(name, records);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

/** Asks until the limit of a second lets the request pass. */
async function asked<T = Page>(json: object, index = 'shop', key?: string): Promise<TestResponse<T>> {
  for (;;) {
    const options = { json, ...(key === undefined ? {} : { key }) };
    const answer = await stack.v1<T>(`/indexes/${index}/browse`, options);
    if (answer.status !== 429) return answer;
  }
}

async function page(json: object, index?: string, key?: string): Promise<Page> {
  const { status, text, body } = await asked(json, index, key);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}

/** Ids of all pages, in order. */
async function walked(json: object, index?: string, key?: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const { hits, next_cursor: next }: Page = await page({ ...json, cursor }, index, key);
    ids.push(...hits.map(({ id }) => id));
    cursor = next;
  } while (cursor !== null);
  return ids;
}

const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);

it.each([1, 7, 53, 1_000])('every record comes once, in the order of the ids, by pages of %i', async (per_page) => {
  expect(await walked({ per_page })).toEqual(idsOf(records));
}); // prettier-ignore

describe.each(['price', 'released_at'] as const)('sorted by %s', (field) => {
  it.each(['asc', 'desc'] as const)('every record comes once, %s, those without a value last', async (order) => {
    const valueOf = (record: (typeof records)[number]) => {
      const value = record[field];
      return typeof value === 'string' ? Date.parse(value) : value;
    };
    const sign = order === 'asc' ? 1 : -1;
    const expected = records.toSorted((a, b) => {
      const [x, y] = [valueOf(a), valueOf(b)];
      if (x === y) return a.id < b.id ? -1 : 1;
      return x === null ? 1 : y === null ? -1 : sign * (x - y);
    });
    expect(await walked({ sort: [{ field, order }], per_page: 6 })).toEqual(idsOf(expected));
  }); // prettier-ignore
});

it('a page tells how many records there are, counts facets over all of them, and shows the wanted members', async () => {
  const filters = { tenant: 'acme' };
  const body = await page({ filters, facet_keys: ['title'], fields: ['title'], per_page: 2 });
  const wanted = records.filter(({ tenant }) => tenant === 'acme');
  expect(body.total).toBe(wanted.length);
  expect(body.hits).toEqual(wanted.slice(0, 2).map(({ id, title }) => ({ id, title })));
  const lamps = wanted.filter(({ title }) => title === 'Lamp').length;
  expect(body.facets).toEqual({
    title: [
      { value: 'Kettle', count: wanted.length - lamps },
      { value: 'Lamp', count: lamps },
    ].sort((a, b) => b.count - a.count),
  });
});

it('a cursor continues in the next build, behind the record at which it stood', async () => {
  await stack.createIndex('published');
  await stack.stage('published', records);
  await stack.built('published');
  const first = await page({ per_page: 10 }, 'published');
  const cursor = first.next_cursor;
  const added = [
    { id: 'A-before', title: 'Lamp' },
    { id: 'R-009a', title: 'Lamp' },
    { id: 'Z-behind', title: 'Lamp' },
  ];
  const left = records.filter(({ id }) => id !== 'R-009' && id !== 'R-020');
  await stack.stage('published', [...left, ...added], { replacesAll: true });
  expect(await stack.built('published')).toMatchObject({ status: 'succeeded' });
  const rest = await page({ cursor, per_page: 1_000 }, 'published');
  expect(rest.build).not.toBe(first.build);
  const behind = [...idsOf(left).filter((id) => id > 'R-009'), 'R-009a', 'Z-behind'].sort();
  expect(idsOf(rest.hits)).toEqual(behind);
  expect(rest.next_cursor).toBeNull();
});

describe('cursors', () => {
  const sort = [{ field: 'price', order: 'asc' }];
  let cursor: string;
  beforeAll(async () => {
    cursor = (await page({ sort, per_page: 5 })).next_cursor!;
  });

  const coded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
  const content = () => JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];

  it.each<[string, () => object]>([
    ['a changed one', () => ({ sort, cursor: coded([...content().slice(0, -1), 'R-051']) })],
    ['one with a further value', () => ({ sort, cursor: coded([...content(), 'R-051']) })],
    ['one whose value has another type', () => ({ sort, cursor: coded([content()[0], '1', 'R-051']) })],
    ['one without values', () => ({ sort, cursor: coded([content()[0]]) })],
    ['one that holds lists', () => ({ sort, cursor: coded([[[]], [{}]]) })],
    ['one that is no JSON', () => ({ sort, cursor: 'AAAA' })],
    ['an empty one', () => ({ sort, cursor: '' })],
    ['one of another order', () => ({ sort: [{ field: 'price', order: 'desc' }], cursor })],
    ['one of another filter', () => ({ sort, cursor, filter: 'price > 1' })],
    ['one of other filters', () => ({ sort, cursor, filters: { tenant: 'acme' } })],
  ])('%s is refused', async (_, json) => {
    const { status, body } = await asked<Refusal>(json());
    expect([status, body.error]).toEqual([400, 'VALIDATION_ERROR']);
    expect(body.details).toEqual([expect.objectContaining({ path: 'body.cursor' })]);
  });

  it('of another index is refused', async () => {
    const { body } = await asked<Refusal>({ sort, cursor }, 'tenants');
    expect(body.details).toEqual([expect.objectContaining({ path: 'body.cursor' })]);
  });

  it('may come with other sizes of pages, facets and members', async () => {
    const { hits } = await page({ sort, cursor, per_page: 3, facet_keys: ['title'], fields: [] });
    expect(hits).toHaveLength(3);
  });
});

it.each<[string, object, string]>([
  ['a query', { query: 'lamp' }, 'VALIDATION_ERROR'],
  ['a page without records', { per_page: 0 }, 'VALIDATION_ERROR'],
  ['a page of more than 1,000 records', { per_page: 1_001 }, 'VALIDATION_ERROR'],
  ['an order by a field that has none', { sort: [{ field: 'title' }] }, 'VALIDATION_ERROR'],
  ['a filter that cannot be read', { filter: 'price <' }, 'FILTER_INVALID'],
  ['an unknown facet', { facet_keys: ['colour'] }, 'FACET_UNKNOWN'],
])('%s is refused', async (_, json, error) => {
  await expect(asked<Refusal>(json)).resolves.toMatchObject({ status: 400, body: { error } });
});

it('an index that was never built is not ready, an unknown one is not found', async () => {
  await stack.createIndex('unbuilt');
  await expect(asked({}, 'unbuilt')).resolves.toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
  await expect(asked({}, 'nowhere')).resolves.toMatchObject({ status: 404, body: { error: 'INDEX_NOT_FOUND' } });
}); // prettier-ignore

describe('keys', () => {
  async function newKey(members: object): Promise<string> {
    const { status, text, body } = await stack.v1<CreatedKey>('/keys', { json: { name: 'k', type: 'search', ...members } }); // prettier-ignore
    if (status !== 201) throw new Error(text);
    return body.key;
  }

  it('that may only search do not browse', async () => {
    const key = await newKey({ permissions: ['search'] });
    await expect(asked({}, 'shop', key)).resolves.toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    const browsing = await newKey({ permissions: ['browse'] });
    expect(await walked({}, 'shop', browsing)).toEqual(idsOf(records));
  }); // prettier-ignore

  it('of a tenant walk through its records, and no cursor of another key leads out of them', async () => {
    const acme = await newKey({ tenant: 'acme' });
    const own = records.filter(({ tenant }) => tenant === 'acme');
    expect(await walked({ per_page: 4 }, 'tenants', acme)).toEqual(idsOf(own));
    const all = await page({ per_page: 10 }, 'tenants');
    const { hits, total } = await page({ cursor: all.next_cursor }, 'tenants', acme);
    expect([idsOf(hits), total]).toEqual([idsOf(own).filter((id) => id > all.hits.at(-1)!.id), own.length]);
    const none = await newKey({});
    await expect(asked({}, 'tenants', none)).resolves.toMatchObject({ status: 403, body: { error: 'ACCESS_DENIED' } }); // prettier-ignore
  });
});
