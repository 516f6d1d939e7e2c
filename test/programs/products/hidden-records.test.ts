import { type CreatedKey } from '../../../api/products/keys/schema';
import { type EmbeddingServer, embeddingsBody, startEmbeddingServer } from '../../setup/embedding-server';
import { type OwnStack, startOwnStack } from '../../setup/own-stack';

const clientsAtOnce = 8;
const pairs = 20;

const syllables = ['ka', 'lo', 'mi', 'ren', 'tus', 'vel', 'zor', 'bi', 'das', 'fen'];
/** A word of its own for each number below 1,000. */
const wordOf = (n: number): string =>
  Array.from(String(n).padStart(3, '0'), (digit) => syllables[Number(digit)]).join('');
/** A word with one typo, that is none of the others. */
const alike = (word: string): string => `${word.slice(0, 4)}x${word.slice(5)}`;

interface Item {
  id: string;
  title: string;
  notes: string;
  brand: string;
  tags: string[];
  code: string;
  price: number;
  width: number;
  released: string;
  specs: { finish: string };
  readers: string[];
  barred: string[];
}

/** Every visible record has a hidden twin, whose words differ from its own by one letter. */
function item(n: number, isHidden: boolean): Item {
  const word = (place: number) => (isHidden ? alike(wordOf(place)) : wordOf(place));
  const shift = isHidden ? 5_000 : 0;
  return {
    id: `${isHidden ? 'hid' : 'vis'}-${n}`,
    title: `common ${word(n)} ${word(n + 200)}`,
    notes: `text with ${word(n + 400)} <in> it`,
    brand: `Brand ${word(n % 20)}`,
    tags: ['shared', word(600 + (n % 30))],
    code: `${isHidden ? 'HH' : 'VV'}-${1_000 + n}`,
    price: 10 + n + shift,
    width: 20 + n + shift,
    released: isHidden ? '2001-02-03' : '2020-02-03',
    specs: { finish: word(700 + (n % 10)) },
    // Some are hidden since they are for others, the rest since one of its principals is barred.
    readers: isHidden && n % 2 === 0 ? ['group:others'] : ['group:staff'],
    barred: isHidden && n % 2 === 1 ? ['user:ann'] : [],
  };
}

/** Fields that only hidden records have, named and nested, of several types. */
const ownFields = ['finesse', 'bland', 'tapes', 'prices', 'codec', 'specs.vinish', 'releases'];
function withOwnFields(record: Item, n: number) {
  return {
    ...record,
    finesse: n % 2 === 0,
    bland: `plum ${n % 3}`,
    tapes: [`tape ${n % 4}`],
    prices: n,
    codec: `CC-${n}x`,
    specs: { ...record.specs, vinish: 'matt' },
    releases: '2002-03-04',
    spots: { lat: 1, lon: 2 },
    heights: `${n} kg`,
    outer: { inner: `in ${n % 2}` },
  };
}

const visible = Array.from({ length: pairs }, (_, n) => item(n, false));
const hidden = Array.from({ length: pairs }, (_, n) => item(n, true));
const words = [...new Set(hidden.flatMap(({ title, notes, specs }) => [...title.split(' ').slice(1), notes.split(' ')[2]!, specs.finish]))]; // prettier-ignore
const codes = hidden.flatMap(({ id, code }) => [id, code]);
const numbers = hidden.flatMap(({ price, width }) => [String(price), String(width)]);
const brands = [...new Set(hidden.map(({ brand }) => brand))];
const tags = [...new Set(hidden.map(({ tags: [, tag] }) => tag!))];
const terms = [...words, ...codes, ...numbers, ...brands, ...tags];

const settings = {
  acl: { field: 'readers', deny_field: 'barred' },
  group_by: { field: 'brand' },
  facets: ['brand', 'tags', 'price', 'width', 'released', 'specs.finish'],
  fields: {
    notes: { type: 'text' }, brand: { type: 'keyword' }, tags: { type: 'keyword' }, code: { type: 'identifier' },
    price: { type: 'number', unit: 'USD' }, width: { type: 'number', unit: 'cm' }, released: { type: 'date' },
    'specs.finish': { type: 'keyword' },
  },
}; // prettier-ignore
/** Members by which an answer tells all that it may. */
const telling = {
  highlight: {},
  explain: true,
  facets: true,
  facet_stats: true,
  facet_limit: 100,
  per_page: 10,
};

/** Parts of a list, each of so many. */
const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, n) => list.slice(n * size, (n + 1) * size));
/** A word with two letters swapped, as people type it. */
const mistyped = (word: string) => `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}`;

let stack: OwnStack;
let embeddings: EmbeddingServer;
let staff: string;
let others: string;

beforeAll(async () => {
  embeddings = await startEmbeddingServer(({ vectors }, response) => response.end(embeddingsBody(vectors)));
  stack = await startOwnStack({
    env: { ...embeddings.env, PRODUCT_VECTORS_MAX: '20000', PRODUCT_SIMILARITY_MIN: '0.7' },
  });
  await stack.startWorker();
  const newKey = async (name: string, principals: string[]) => {
    const json = { name, type: 'search', principals, rate_limit_per_second: 1_000 };
    return (await stack.v1<CreatedKey>('/keys', { json })).body.key;
  };
  staff = await newKey('staff', ['group:staff', 'user:ann']);
  others = await newKey('others', ['group:others', 'group:staff']);
  const open = { acl: settings.acl };
  const indexes = [
    ['all', settings, [...visible, ...hidden.map(withOwnFields)]],
    ['seen', settings, visible],
    ['open-all', open, [...visible, ...hidden.map(withOwnFields)]],
    ['open-seen', open, visible],
  ] as const;
  for (const [name, itsSettings, records] of indexes) {
    await stack.createIndex(name, { settings: itsSettings });
    await stack.stage(name, records);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
}, 600_000);
afterAll(async () => {
  await stack.close();
  await embeddings.close();
});

/** Members that differ between two indexes, or between two searches of one. */
const ownMembers: ReadonlySet<string> = new Set(['query_id', 'build', 'index', 'served_by', 'timing']);

async function asked(
  key: string,
  index: string,
  json: object,
  route = 'search',
): Promise<{ status: number; body: object }> {
  for (;;) {
    const { status, body } = await stack.v1<Record<string, unknown>>(`/indexes/${index}/${route}`, {
      method: 'POST',
      key,
      json,
    });
    // Facets that were not counted in time.
    if (status === 503) continue;
    const told = Object.fromEntries(Object.entries(body).filter(([member]) => !ownMembers.has(member)));
    return { status, body: told };
  }
}

/** Searches of the index with hidden records answer as those of an index that never had them. */
async function expectNoTrace(bodies: readonly object[], prefix = '', route = 'search'): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let place = next++; place < bodies.length; place = next++) {
      const body = bodies[place]!;
      const [all, seen] = [
        await asked(staff, `${prefix}all`, body, route),
        await asked(staff, `${prefix}seen`, body, route),
      ];
      expect({ asked: body, ...all }).toEqual({ asked: body, ...seen });
    }
  };
  await Promise.all(Array.from({ length: clientsAtOnce }, client));
}

test('the terms are those of records that others do find', async () => {
  for (const part of inParts([...words, ...codes, ...tags], 8)) {
    const answer = await asked(others, 'all', { query: part.join(' '), per_page: 100, group_by: false });
    expect(JSON.stringify(answer.body)).toContain('"hid-');
  }
  expect(terms.length).toBeGreaterThan(6 * pairs);
});

test('no word, code, number or value of a hidden record changes an answer', async () => {
  await expectNoTrace(terms.map((query, n) => ({ query, ...telling, ...(n % 2 === 0 ? { group_by: false } : {}) })));
}); // prettier-ignore

test('neither does a beginning or a misspelling of one, beside words that are known', async () => {
  const some = [...words, ...tags];
  await expectNoTrace([
    ...some.map((word) => ({ query: `common ${word.slice(0, 5)}`, ...telling, facets: false })),
    ...inParts(some, 5).map((part) => ({ query: part.map(mistyped).join(' '), ...telling })),
    ...inParts(some, 5).map((part) => ({ query: `"common ${part[0]!}" ${part.join(' ')}`, ...telling })),
  ]);
});

test('neither does one in a filter, a preference, an amount, or a search among values', async () => {
  const quoted = (some: readonly string[]) => some.map((text) => JSON.stringify(text)).join(', ');
  await expectNoTrace([
    ...[...brands, ...tags].flatMap((text) =>
      ['brand', 'tags', 'specs.finish'].map((field) => ({
        facet_query: { field, prefix: text.slice(0, text.length - 1), limit: 100 },
      })),
    ),
    ...inParts(brands, 5).map((part) => ({ filter: `brand NOT IN [${quoted(part)}]`, ...telling })),
    ...inParts(tags, 5).map((part) => ({
      query: 'common', filters: { tags: part }, disjunctive: ['tags'], ...telling,
    })),
    ...inParts(codes, 20).map((part) => ({
      query: 'common', prefer: [{ filter: `code IN [${quoted(part)}] OR id IN [${quoted(part)}]` }], ...telling,
    })),
    ...inParts(numbers, 2).flatMap(([price, width]) => [
      { query: `common under ${price}`, sort: [{ field: 'price', order: 'desc' }], per_page: 5 },
      { query: `common ${width} cm`, constraints: 'filter' },
      { filter: `price = ${price} OR width >= ${width}`, facet_keys: ['price', 'released'], facet_stats: true },
    ]),
  ]);
}); // prettier-ignore

test('neither does one near to the query in meaning', async () => {
  const queries = words.map((word, n) => ({
    query: `${word.toUpperCase()} ${words[(n * 7) % words.length]!.slice(0, 4)}zz`, ...telling, per_page: 5 + (n % 20),
    ...(n % 3 === 0 ? { group_by: false } : {}), ...(n % 4 === 0 ? { sort: [{ field: 'price', order: 'desc' }] } : {}),
  }));
  await expectNoTrace(queries);
  const answers = await Promise.all(queries.slice(0, 10).map((body) => asked(staff, 'all', body)));
  const byMeaning = answers.filter(({ body }) => JSON.stringify(body).includes('"_by":"meaning"'));
  expect(byMeaning.length).toBeGreaterThan(0);
}); // prettier-ignore

test('neither does one in what is refused', async () => {
  await expectNoTrace([
    ...inParts(words, 3).flatMap(([first, second, third]) => [
      { filters: { [first!]: 1 } },
      { filter: `${second} = 1` },
      { facet_keys: [third ?? first] },
      { sort: [{ field: second ?? first }] },
      { group_by: { field: first } },
      { filter: `price < "${third ?? first}"` },
    ]),
    ...codes.slice(0, 20).map((code) => ({ prefer: [{ filter: `released = "${code}"` }] })),
  ]);
});

test.each(['', 'open-'])('neither does the name of a field that only hidden records have, in %sindexes', async (prefix) => {
  const alikeNames = [...ownFields.map((name) => `${name.slice(0, -1)}q`), 'specs', 'specs.x', 'title', 'notes'];
  await expectNoTrace([
    { facets: true, facet_stats: true, query: 'common' },
    { facets: true, facet_stats: true, group_by: { field: 'brand' } },
    ...alikeNames.flatMap((name) => [
      { filter: `${name} = 1` },
      { filter: `brand = "x" OR \`${name}\` IN [1]` },
      { filters: { [name]: { gte: 1 } } },
      { prefer: [{ filter: `${name} EXISTS AND nothing = 1` }] },
      { facet_keys: [name] },
      { facet_query: { field: name, prefix: 'p', limit: 5 } },
      { disjunctive: [name], facets: true },
      { sort: [{ field: name }] },
      { group_by: { field: name } },
    ]),
  ], prefix);
}); // prettier-ignore

/** Fields that only hidden records have, with the type that other records give them. */
const takenFilters = [
  'finesse = true', 'bland = "plum 1"', 'tapes IN ["tape 2"]', 'prices < 9', 'prices 1..5', 'codec != "CC-1x"',
  '`specs.vinish` = "matt"', 'releases > "1999-01-01"', '_geo_radius(1, 2, 3000)', 'specs.vinish EXISTS',
  'heights <= 5', 'NOT outer EXISTS', 'bland = "plum 1" AND ???', 'prices = "x"', 'outer.inner NOT EXISTS',
]; // prettier-ignore

describe.each(['', 'open-'])('the exact name of a field that only hidden records have, in %sindexes,', (prefix) => {
  const names = [...ownFields, 'spots', 'heights', 'outer', 'outer.inner'];

  it('finds and tells as much as the name of no field, in searches', async () => {
    await expectNoTrace([
      ...takenFilters.flatMap((filter) => [{ filter }, { prefer: [{ filter: `brand = "x" OR ${filter}` }] }]),
      ...names.flatMap((name) => [
        { filters: { [name]: 1 } },
        { filters: { [name]: { exists: false }, nothing: 1 } },
        { filters: { brand: 'x', [name]: { gte: 'y' } } },
        { facet_keys: [name] },
        { facet_query: { field: name, prefix: 'p', limit: 5 } },
        { facets: true, disjunctive: [name] },
        { sort: [{ field: 'id' }, { field: name, order: 'desc' }] },
        { group_by: { field: name } },
        { group_by: { field: 'brand' }, filter: `\`${name}\` EXISTS OR NOT \`${name}\` EXISTS` },
      ]),
    ], prefix);
  });

  it('makes no amount of a text', async () => {
    const queries = ['common 3 kg', '3kg', 'under 5 kg common', '2 x 3 kg', 'common 20 cm', '5 kg 30 cm', 'heights 5 kg'];
    await expectNoTrace(
      queries.flatMap((query) => ['ranking', 'filter', 'off'].map((constraints) => ({ query, constraints, explain: true }))),
      prefix,
    );
  });

  it('does neither in a browse, a typeahead, suggestions', async () => {
    const filters = [...takenFilters.map((filter) => ({ filter })), ...names.map((name) => ({ filters: { [name]: { exists: true } } }))];
    const orders = names.flatMap((field) => [{ sort: [{ field }] }, { facet_keys: [field] }]);
    await expectNoTrace([...filters, ...orders], prefix, 'browse');
    await expectNoTrace(filters.map((filter) => ({ query: 'comm', ...filter })), prefix, 'typeahead');
    await expectNoTrace(filters.map((filter) => ({ query: 'comm', ...filter })), prefix, 'suggestions');
  });

  it('is taken from those who see such a record', async () => {
    for (const filter of takenFilters.slice(0, 8))
      expect(await asked(others, `${prefix}all`, { filter })).toMatchObject({ status: 200 });
    const { body } = await asked(others, `${prefix}all`, { query: 'common 3 kg' });
    expect(body).toMatchObject({ query_understanding: { constraints: [{ field: 'heights' }] } });
  });
}); // prettier-ignore

test('no record of the hidden half is read by its id', async () => {
  for (const [place, { id }] of hidden.entries()) {
    if (place % 10 !== 0) continue;
    const read = await stack.v1<{ message: string }>(`/indexes/all/records/${id}`, { key: staff });
    const never = await stack.v1<{ message: string }>(`/indexes/seen/records/${id}`, { key: staff });
    expect([read.status, read.body]).toEqual([404, { ...never.body, message: never.body.message.replace("'seen'", "'all'") }]); // prettier-ignore
  }
});
