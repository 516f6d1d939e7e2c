import { createHmac } from 'node:crypto';
import { products } from '../../../api/products/family';
import { type CreatedKey } from '../../../api/products/keys/schema';
import { declaredRoutes } from '../../../src/openapi-document';
import { type SearchAnswer } from '../../setup/product-calls';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

const index = 'hidden-fields';
/** A word that stands in each hidden text, and a number that each hidden number begins with. */
const secret = 'zqsecret';
const secretNumber = 424_242;
const kinds = ['cost', 'kind', 'code', 'note', 'time', 'place', 'flag', 'box', 'tags'] as const;
/** Fields that records have and keys hide, and names that are as long and that no record has. */
const hiddenName = (kind: string) => `zq${kind}1`;
const unknownName = (kind: string) => `zq${kind}2`;
const hidden = kinds.map(hiddenName);
const shown = ['title', 'brand', 'price', 'weight'];

const record = (n: number) => ({
  id: `r${n}`,
  title: `lamp number ${n}`,
  brand: n % 2 === 0 ? 'Acme' : 'Bolt',
  price: 10 + n,
  weight: n,
  zqcost1: secretNumber + n,
  zqkind1: `${secret}kind`,
  zqcode1: `${secret}-${n}`,
  zqnote1: `${secret} lamp ${secret}note${n} by the window`,
  zqtime1: '2042-04-02',
  zqplace1: { lat: 42.4242, lng: 4.4242 },
  zqflag1: true,
  zqbox1: { width: secretNumber, inner: [{ label: `${secret}label` }] },
  zqtags1: [`${secret}tag`, `${secret}tag${n}`],
});

const settings = {
  fields: {
    title: { type: 'text' },
    brand: { type: 'keyword' },
    weight: { type: 'number', unit: 'g' },
    zqcost1: { type: 'number', unit: 'kg' },
    zqkind1: { type: 'keyword' },
    zqcode1: { type: 'identifier' },
    zqnote1: { type: 'text' },
    zqtime1: { type: 'date' },
    zqplace1: { type: 'geo' },
    'zqbox1.width': { type: 'number', facet: true },
    zqtags1: { type: 'keyword' },
  },
  searchable: ['zqnote1', 'title'],
  facets: ['brand', 'price', 'zqcost1', 'zqkind1', 'zqtime1', 'zqtags1', 'zqbox1.width'],
  sortable: ['price', 'zqcost1', 'zqtime1'],
  group_by: { field: 'zqkind1' },
};

let stack: Stack;
let parent: CreatedKey;
const keys = new Map<string, string>();
beforeAll(async () => {
  stack = await startStack();
  await stack.createIndex(index, { settings });
  await stack.stage(
    index,
    Array.from({ length: 6 }, (_, n) => record(n)),
  );
  expect(await stack.built(index)).toMatchObject({ status: 'succeeded' });
  await stack.createIndex('listed', {
    settings: { ...settings, acl: { field: 'zqacl1', missing: 'public' } },
  });
  await stack.stage('listed', [{ ...record(0), zqacl1: ['user:ann'] }, record(1)]);
  expect(await stack.built('listed')).toMatchObject({ status: 'succeeded' });
  const newKey = async (members: object) =>
    (await stack.v1<CreatedKey>('/keys', { json: { name: 'k', type: 'search', ...members } })).body;
  parent = await newKey({ hidden_fields: hidden });
  keys.set('hidden fields', parent.key);
  keys.set('visible fields', (await newKey({ visible_fields: shown })).key);
  const part = { hidden_fields: hidden, filter: 'price > 10' };
  keys.set('hidden fields and a part of the records', (await newKey(part)).key);
  keys.set(
    'a filter by a hidden field',
    (await newKey({ hidden_fields: hidden, filter: 'zqcost1 > 0' })).key,
  );
  keys.set('a parent that hides them', (await newKey({ type: 'scoped', parent: parent.id })).key);
  const open = await newKey({});
  keys.set('a token that hides them', tokenOf(open, { hidden_fields: hidden }));
  keys.set('a token below a key that hides them', tokenOf(parent, { visible_fields: [...shown, ...hidden] }));
  keys.set(
    'a token that hides some, below one that hides the others',
    tokenOf(await newKey({ hidden_fields: hidden.slice(3) }), { hidden_fields: hidden.slice(0, 3) }),
  );
});
afterAll(() => stack.close());

function tokenOf({ id, key }: CreatedKey, members: object): string {
  const payload = Buffer.from(JSON.stringify({ parent: id, exp: Date.now() + 600_000, ...members }));
  const text = payload.toString('base64url');
  const signer = createHmac('sha256', key).update('sheaf search token').digest('hex');
  return `tok_${text}.${createHmac('sha256', signer).update(text).digest('hex')}`;
}

/** Members of requests that name a field, in every way in which they can. */
const filtersOf = (name: string): object[] => [
  { filter: `${name} = "${secret}kind"` },
  { filter: `${name} > 5` },
  { filter: `${name} EXISTS` },
  { filter: `NOT (${name} EXISTS)` },
  { filter: `price > 0 OR ${name} = true` },
  { filter: `\`${name}.width\` IN [${secretNumber}]` },
  { filter: `${name}.inner.label = "${secret}label"` },
  { filter: `${name} = 2042-04-02` },
  { filters: { [name]: [`${secret}kind`] } },
  { filters: { [name]: { gte: 1 } } },
  { filters: { [`${name}.width`]: { not: [1] } } },
];
const facetsOf = (name: string): object[] => [
  { facet_keys: [name] },
  { facet_keys: ['brand', `${name}.width`] },
  { facets: true, facet_keys: [name], facet_stats: true },
  { facets: true, disjunctive: [name] },
  { facet_query: { field: name, prefix: 'zq' } },
];
const searchesOf = (name: string): object[] => [
  ...filtersOf(name),
  ...facetsOf(name),
  { prefer: [{ filter: `${name} EXISTS`, strength: 'high' }] },
  { sort: [{ field: name, order: 'asc' }] },
  { sort: [{ field: 'price' }, { field: `${name}.width` }] },
  { group_by: { field: name, size: 2 } },
  { fields: ['title', name], highlight: { fields: ['title', name] } },
];

const at = (route: string, bodies: object[]): [string, object][] =>
  bodies.map((body) => [`/indexes/${index}/${route}`, body]);

/** Searches that name a field. */
const searchesNaming = (name: string) =>
  at(
    'search',
    searchesOf(name).map((body) => ({ query: 'lamp', explain: true, ...body })),
  );

/** Requests of every route that takes names of fields. */
const requestsNaming = (name: string): [string, object][] => [
  ...searchesNaming(name),
  ...at('browse', [...filtersOf(name), ...facetsOf(name), { sort: [{ field: name }] }, { fields: [name] }]),
  ...at('typeahead', [...filtersOf(name), { fields: [name], highlight: { fields: [name] } }].map((body) => ({ query: 'la', ...body }))),
  ...at('suggestions', filtersOf(name).map((body) => ({ query: 'la', ...body }))),
  ...at('records/r3/similar', [...filtersOf(name), { fields: [name] }, { group_by: { field: name, size: 2 } }]),
  ['/multi_search', { searches: searchesOf(name).slice(-5).map((body) => ({ index, query: 'lamp', ...body })) }],
]; // prettier-ignore

/** What an answer says, but for the name that was asked for and what differs between any two answers. */
const told = (name: string, { status, text }: { status: number; text: string }) =>
  `${status} ${text.replaceAll(name, 'NAME').replace(/"(?:query_id|took_ms|engine_ms|total_ms)":("[^"]*"|\d+)/g, '')}`;

/** Requests that name no hidden field, and are answered by records. */
const requestsNamingNone: [string, object][] = [
  ...[
    { query: 'lamp', facets: true, facet_stats: true, highlight: {}, explain: true },
    { query: 'window', highlight: { snippet: 20 }, explain: true },
    { query: 'by the window', explain: true },
    { query: '"lamp number"', group_by: { field: 'brand', size: 3 } },
    { query: '5 kg lamp', constraints: 'filter' },
    { query: '4242', explain: true },
    { query: 'zqsecre', highlight: {}, explain: true },
    { query: 'zqsekret', highlight: {}, explain: true },
    { query: 'zqsecre zqsecre', highlight: {} },
    { query: '', sort: [{ field: 'price', order: 'desc' }] },
  ].map((json): [string, object] => [`/indexes/${index}/search`, json]),
  [`/indexes/${index}/browse`, { facets: true, facet_stats: true }],
  [`/indexes/${index}/records/r3/similar`, {}],
  ...['la', 'zqs', '42', 'wind'].flatMap((query): [string, object][] => [
    [`/indexes/${index}/typeahead`, { query, highlight: {} }],
    [`/indexes/${index}/suggestions`, { query }],
  ]),
  ['/multi_search', { searches: [{ index, query: 'lamp', facets: true }, { index, route: 'typeahead', query: 'zqs' }] }],
]; // prettier-ignore

/** Asks until no limit of a second refuses, also none of the searches that are sent together. */
async function ask(key: string, path: string, json: object) {
  for (;;) {
    const answer = await stack.v1<SearchAnswer & { error?: string }>(path, { key, json });
    if (!answer.text.includes('"RATE_LIMITED"')) return answer;
  }
}
const names = [
  'hidden fields',
  'visible fields',
  'hidden fields and a part of the records',
  'a filter by a hidden field',
  'a parent that hides them',
  'a token that hides them',
  'a token below a key that hides them',
  'a token that hides some, below one that hides the others',
];

it('an open key is told of the fields in these requests, so that nothing is missing by mistake', async () => {
  const texts: string[] = [];
  for (const [path, json] of requestsNamingNone) texts.push((await ask(stack.key.text, path, json)).text);
  const all = texts.join('\n');
  expect(hidden.filter((name) => !all.includes(name))).toEqual([]);
  expect(all).toContain(`"${secret}kind"`);
  const asked = ['cost', 'box'].map((kind) => searchesOf(hiddenName(kind)));
  const statuses = new Set<number>();
  for (const json of asked.flat())
    statuses.add((await ask(stack.key.text, `/indexes/${index}/search`, { query: 'lamp', ...json })).status);
  expect([...statuses].toSorted()).toEqual([200, 400]);
});

const naming = { 'every route': requestsNaming, searches: searchesNaming };
const answering: [string, keyof typeof naming, readonly string[]][] = [
  ['hidden fields', 'every route', ['cost']],
  ['hidden fields', 'searches', ['kind', 'code', 'note', 'time', 'place', 'flag']],
  ['visible fields', 'searches', ['kind']],
  ['hidden fields and a part of the records', 'searches', ['note', 'box']],
  ['a token below a key that hides them', 'searches', ['tags']],
];

it.each(answering)(
  'a key with %s is answered by %s as for an unknown name: %j',
  async (name, route, some) => {
    const key = keys.get(name)!;
    for (const kind of some) {
      const [known, unknown] = [hiddenName(kind), unknownName(kind)];
      const others = naming[route](unknown);
      for (const [n, [path, json]] of naming[route](known).entries()) {
        const [answer, other] = [await ask(key, path, json), await ask(key, path, others[n]![1])];
        expect([path, json, told(known, answer)]).toEqual([path, json, told(unknown, other)]);
      }
    }
  },
);

describe.each(names)('a key with %s', (name) => {
  const key = () => keys.get(name)!;

  it('is told no hidden name and no hidden value', async () => {
    for (const [path, json] of requestsNamingNone) {
      const { status, text } = await ask(key(), path, json);
      const leaks = [...hidden, secret, '424242', '42.4242'].filter((part) =>
        text.replace(/"(?:query_id|next_cursor)":"[^"]*"/g, '').includes(part),
      );
      expect([json, status, leaks]).toEqual([json, 200, []]);
    }
    const { status, body } = await stack.v1<{ record: object }>(`/indexes/${index}/records/r3`, {
      key: key(),
    });
    const members = shown.concat(name.includes('visible') || name.includes('below a key') ? [] : 'id');
    expect([status, Object.keys(body.record).toSorted()]).toEqual([200, members.toSorted()]);
  });

  it('is not grouped by a hidden field by default, and counts the shown ones', async () => {
    const { body } = await ask(key(), `/indexes/${index}/search`, { query: 'lamp', facets: true });
    const { facets } = body as unknown as { facets: object };
    expect([body.total, Object.keys(facets)]).toEqual([body.total_records, ['brand', 'price']]);
  });
});

it('a token filters by the fields of its key only', async () => {
  for (const field of ['zqcost1', 'zqcost2']) {
    const { status, body } = await ask(
      tokenOf(parent, { filter: `${field} > 0` }),
      `/indexes/${index}/search`,
      {
        query: 'lamp',
      },
    );
    expect([field, status, body]).toEqual([
      field,
      403,
      expect.objectContaining({
        error: 'ACCESS_DENIED',
        message: 'The filter of the API key does not fit the fields of this index.',
      }),
    ]);
  }
  const { status } = await ask(tokenOf(parent, { filter: 'price > 0' }), `/indexes/${index}/search`, {
    query: 'lamp',
  });
  expect(status).toBe(200);
});

it('a hidden field of access lists is unknown like any other one, and its records stay hidden', async () => {
  const members = {
    name: 'k',
    type: 'search',
    principals: ['user:bob'],
    hidden_fields: ['zqacl1', ...hidden],
  };
  const { key } = (await stack.v1<CreatedKey>('/keys', { json: members })).body;
  for (const json of searchesOf('zqacl1').map((body, n) => [body, searchesOf('zqacl2')[n]!] as const)) {
    const answers = [
      told('zqacl1', await ask(key, '/indexes/listed/search', { query: 'lamp', ...json[0] })),
      told('zqacl2', await ask(key, '/indexes/listed/search', { query: 'lamp', ...json[1] })),
    ];
    expect([json[0], answers[0]]).toEqual([json[0], answers[1]]);
  }
  const { body } = await ask(key, '/indexes/listed/search', { query: 'lamp' });
  expect(body.hits.map(({ id }) => id)).toEqual(['r1']);
});

it('a key with hidden fields reaches no route but those that this test asks', async () => {
  const reading = new Set(['search', 'browse', 'records.read', 'key']);
  for (const { operationId, method, path, access } of declaredRoutes().filter(({ family }) => family === products)) {
    if (reading.has(access)) {
      expect(['searchProductIndex', 'browseProductIndex', 'typeaheadProductIndex', 'suggestProductQueries', 'searchProductIndexes', 'getRecord', 'findSimilarRecords', 'sendProductEvents']).toContain(operationId);
      continue;
    }
    const asked = path.replace('/v1', '').replace(':index', index).replace(/:\w+/g, 'x');
    const { status } = await stack.v1(asked, { key: parent.key, method: method.toUpperCase() });
    expect([operationId, status]).toEqual([operationId, 403]);
  }
}); // prettier-ignore
