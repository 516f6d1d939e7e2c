import { type CreatedKey } from '../../../api/products/keys/schema';
import { type TestResponse } from '../../setup/api';
import { startStack } from '../../setup/stack';
import { type Stack } from '../../setup/stack-parts';

interface Hits {
  hits: ({ id: string } & Record<string, unknown>)[];
}

interface Suggestions {
  suggestions: { query: string; highlight: string; categories: { value: string }[] }[];
}

interface Refusal {
  error: string;
  details?: { path: string }[];
}

const hidden = 'quixotic';
const line = (id: string, title: string, category: string, parent: string) => ({
  id,
  title,
  category,
  parent,
});
const records = [
  line('K1', 'Acme wireless keyboard', 'Keyboards', 'P1'),
  line('K2', 'Acme wireless keyboard', 'Keyboards', 'P1'),
  line('K3', 'Bolt wired keyboard & mouse', 'Keyboards', 'P2'),
  line('M1', 'Bolt wireless mouse', 'Mice', 'P3'),
  line('M2', 'Crux wireless mouse mat', 'Mice', 'P4'),
  line('S1', 'Running shoe <b>light</b>', 'Shoes', 'P5'),
  { ...line('H1', `Wireless ${hidden} lamp`, hidden, 'P6'), acl: ['group:staff'] },
]; // prettier-ignore

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
  const fields = { parent: { type: 'keyword' }, category: { type: 'keyword', role: 'category' } };
  const acl = { field: 'acl', missing: 'public' };
  for (const [name, settings] of [
    ['shop', { fields }],
    ['grouped', { fields, group_by: { field: 'parent' } }],
    ['listed', { fields, acl }],
  ] as const) {
    await stack.createIndex(name, { settings });
    await stack.stage(name, records);
    expect(await stack.built(name)).toMatchObject({ status: 'succeeded' });
  }
});
afterAll(() => stack.close());

/** Asks until the limit of a second lets the request pass. */
async function ask<T>(route: string, json: object, index = 'shop', key?: string): Promise<TestResponse<T>> {
  for (;;) {
    const options = { json, ...(key === undefined ? {} : { key }) };
    const answer = await stack.v1<T>(`/indexes/${index}/${route}`, options);
    if (answer.status !== 429) return answer;
  }
}

async function hitsOf(json: object, index?: string, key?: string): Promise<Hits['hits']> {
  const { status, text, body } = await ask<Hits>('typeahead', { k: 20, ...json }, index, key);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.hits;
}

const found = async (json: object, index?: string, key?: string) =>
  (await hitsOf(json, index, key)).map(({ id }) => id);

async function suggested(json: object, index?: string, key?: string): Promise<Suggestions['suggestions']> {
  const { status, text, body } = await ask<Suggestions>('suggestions', json, index, key);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body.suggestions;
}

async function newKey(members: object): Promise<string> {
  const json = { name: 'k', type: 'search', ...members };
  for (;;) {
    const { status, text, body } = await stack.v1<CreatedKey>('/keys', { json });
    if (status === 201) return body.key;
    if (status !== 429) throw new Error(text);
  }
}

describe('POST /v1/indexes/{index}/typeahead', () => {
  it('finds records by every beginning of a word, from its first character on', async () => {
    const word = 'keyboard';
    for (let chars = 1; chars <= word.length; chars++)
      expect(await found({ query: `acme ${word.slice(0, chars)}` })).toEqual(['K1', 'K2']);
  });

  it.each([
    ['a word with a space behind it is whole', 'keyb ', []],
    ['a beginning', 'wire', ['H1', 'K1', 'K2', 'K3', 'M1', 'M2']],
    ['words before the last are whole', 'keyb mouse', []],
    ['typos count where nothing else is found', 'wireles keybord', ['K1', 'K2']],
    ['typos do not count where something is found', 'mat', ['M2']],
    ['marks without words', '?! "" …', []],
    ['no text', '', []],
    ['control characters', '\u0000\u0007\u001b', []],
    ['control characters between words', 'wireless\u0000mat', ['M2']],
    ['512 characters', 'x'.repeat(512), []],
    ['marks of the language of the search engine', 'mat" OR *:* {"query"', []],
  ])('%s: %j', async (_, query, ids) => {
    expect((await found({ query })).sort()).toEqual(ids);
  });

  it('filters, and shows wanted members and found words', async () => {
    const [hit] = await hitsOf({
      query: 'wireless m',
      filters: { category: 'Mice' },
      filter: 'parent != "P3"',
      fields: ['title'],
      highlight: { fields: ['title'] },
    });
    expect(hit).toEqual({
      id: 'M2',
      title: 'Crux wireless mouse mat',
      _score: expect.any(Number) as number,
      _highlight: { title: 'Crux <em>wireless</em> <em>mouse</em> <em>mat</em>' },
      _matched: { fields: ['id', 'title', 'category'], identifier: false, typos: 0 },
    });
  });

  it('keeps the hit that was first before first among equals, and no other', async () => {
    expect(await found({ query: 'acme wire' })).toEqual(['K1', 'K2']);
    expect(await found({ query: 'acme wire', prev_top: 'K2' })).toEqual(['K2', 'K1']);
    expect(await found({ query: 'acme wire', prev_top: 'M1' })).toEqual(['K1', 'K2']);
  });

  it('shows the best record of each group of the index', async () => {
    expect((await found({ query: 'wireless' }, 'grouped')).sort()).toEqual(['H1', 'K1', 'M1', 'M2']);
    expect(await found({ query: 'wireless', k: 1 })).toHaveLength(1);
  });
});

describe('POST /v1/indexes/{index}/suggestions', () => {
  it('suggests queries by titles and categories, those of most records first', async () => {
    const suggestions = await suggested({ query: 'wireless k' });
    expect(suggestions[0]).toEqual({
      query: 'wireless keyboard',
      highlight: '<em>wireless</em> <em>k</em>eyboard',
      categories: [{ value: 'Keyboards' }],
    });
    expect((await suggested({ query: 'm', k: 20 })).map(({ query }) => query)).toEqual(
      expect.arrayContaining(['mice', 'mouse', 'wireless mouse', 'mouse mat']),
    );
  });

  it('corrects what no title has as it is typed', async () => {
    expect(await suggested({ query: 'wireles keybord', k: 1 })).toMatchObject([{ query: 'wireless keyboard' }]);
  });

  it('escapes titles for HTML, and suggests words without marks', async () => {
    for (const { query, highlight } of await suggested({ query: 'run', k: 20 })) {
      expect(query).not.toMatch(/[<>]/);
      expect(highlight.replaceAll(/<\/?em>/g, '')).not.toMatch(/[<>]/);
    }
  });

  it.each([[''], ['?!'], ['\u0000'], ['x'.repeat(512)], [' '.repeat(512)]])('has none for %j', async (query) => {
    expect(await suggested({ query })).toEqual([]);
  });

  it('does not suggest what is typed already', async () => {
    const queries = (await suggested({ query: 'keyboard', k: 20 })).map(({ query }) => query);
    expect(queries).toContain('wireless keyboard');
    expect(queries).not.toContain('keyboard');
  });
}); // prettier-ignore

describe.each(['typeahead', 'suggestions'])('%s', (route) => {
  it.each<[string, object, string]>([
    ['no query', {}, 'VALIDATION_ERROR'],
    ['a query above 512 characters', { query: 'x'.repeat(513) }, 'VALIDATION_ERROR'],
    ['a query that is no text', { query: ['x'] }, 'VALIDATION_ERROR'],
    ['no answers', { query: 'x', k: 0 }, 'VALIDATION_ERROR'],
    ['more than 20 answers', { query: 'x', k: 21 }, 'VALIDATION_ERROR'],
    ['an unknown member', { query: 'x', page: 1 }, 'VALIDATION_ERROR'],
    ['a filter that cannot be read', { query: 'x', filter: 'price <' }, 'FILTER_INVALID'],
  ])('refuses %s', async (_, json, error) => {
    await expect(ask<Refusal>(route, json)).resolves.toMatchObject({ status: 400, body: { error } });
  });

  it('tells an unknown index from one that was never built, and checks permissions', async () => {
    await stack.createIndex(`unbuilt-${route}`);
    const json = { query: 'x' };
    await expect(ask(route, json, `unbuilt-${route}`)).resolves.toMatchObject({ status: 409, body: { error: 'INDEX_NOT_READY' } });
    await expect(ask(route, json, 'nowhere')).resolves.toMatchObject({ status: 404, body: { error: 'INDEX_NOT_FOUND' } });
    const browsing = await newKey({ permissions: ['browse'] });
    await expect(ask(route, json, 'shop', browsing)).resolves.toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    const none = await newKey({});
    await expect(ask(route, json, 'listed', none)).resolves.toMatchObject({ status: 403, body: { error: 'ACCESS_DENIED' } });
  }); // prettier-ignore

  it('knows nothing of hidden records', async () => {
    const staff = await newKey({ principals: ['group:staff'] });
    const guest = await newKey({ principals: ['group:guests'] });
    const queries = [...Array.from(hidden, (_, at) => hidden.slice(0, at + 1)), 'wireless', 'wireless l', 'lam', 'quixotik'];
    for (const query of queries) {
      const json = { query, k: 20, highlight: undefined };
      const { text } = await ask(route, json, 'listed', guest);
      expect(text).not.toContain(hidden);
      expect(text).not.toContain('lamp');
    }
    const { text } = await ask(route, { query: 'wireless q' }, 'listed', staff);
    expect(text).toContain(hidden);
  }); // prettier-ignore
});
