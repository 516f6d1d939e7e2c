import {
  completeQuery,
  describeHits,
  type SearchTarget,
  suggestQueries,
  type Suggestion,
} from '../../../src/product-search';
import { wordsOf } from '../../../src/product-search/words/words';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';

const settings = { fields: { category: { type: 'keyword', role: 'category' }, hidden: { type: 'bool', searchable: false } } } as const; // prettier-ignore
const record = (id: string, title: string, category: string | string[], hidden = false) => ({ id, title, category, hidden }); // prettier-ignore

let indexes: BuiltIndexes;
beforeAll(() => {
  indexes = startBuiltIndexes();
});
afterAll(() => indexes.close());

async function completed(target: SearchTarget, query: string, limit = 20) {
  const begun = { query, filter: null, typos: true, groupedBy: null, keepsFirst: null, limit };
  const { text, hits } = await completeQuery(indexes, target, begun, new AbortController().signal);
  const style = { highlight: null, preferences: [], isExplained: false };
  return {
    hits: (await describeHits(target, style, { text, hits })).hits,
    suggestions: await suggestQueries(target.table, text, hits, 20),
  };
}

describe('suggestions', () => {
  let target: SearchTarget;
  const suggested = async (query: string): Promise<Suggestion[]> =>
    (await completed(target, query)).suggestions;
  const queries = async (query: string) => (await suggested(query)).map((suggestion) => suggestion.query);

  beforeAll(async () => {
    target = await indexes.build(
      [
        record('1', 'Acme Wi-Fi router', ['Networks', 'Home > Office']),
        record('2', 'Bolt Wi-Fi router with antenna', ['Networks']),
        record('3', 'Router bit for wood', ['Tools']),
        record('4', '红色运动鞋', ['鞋']),
        record('5', 'A bag of rice', ['Food']),
        record('6', `Long ${'lengthy '.repeat(40)}title`, ['Long']),
      ],
      settings,
    );
  }); // prettier-ignore

  it('come from the words of titles, with the word before and behind', async () => {
    expect(await queries('rout')).toEqual(['router', 'wi-fi router', 'router bit']);
  });

  it('tell the categories of their records, those of most records first', async () => {
    const [router] = await suggested('rout');
    expect(router!.categories).toEqual([{ value: 'Networks' }, { value: 'Home > Office' }, { value: 'Tools' }]);
  }); // prettier-ignore

  it.each([
    ['joined words', 'wifi rou', 'wi-fi router', '<em>wi-fi</em> <em>rou</em>ter'],
    ['words that are typed apart', 'wi fi rou', 'wi-fi router', '<em>wi</em>-<em>fi</em> <em>rou</em>ter'],
    ['scripts without spaces', '运', '运动', '<em>运</em>动'],
    ['categories', 'hom', 'home office', '<em>hom</em>e office'],
    ['words of several fields', 'networks rou', 'networks router', '<em>networks</em> <em>rou</em>ter'],
  ])('know %s', async (_, typed, query, highlight) => {
    expect(await suggested(typed)).toContainEqual(expect.objectContaining({ query, highlight }));
  });

  it('need no stop word of what is typed, but for the last word, which may go further', async () => {
    expect(await queries('a router for wo')).toEqual(['router bit for wood']);
    expect(await queries('the wi-fi rou')).toContain('wi-fi router');
    expect((await completed(target, 'router wi')).hits.map(({ id }) => id)).toEqual(['1', '2']);
    expect((await completed(target, 'router with')).hits.map(({ id }) => id)).toEqual(['2']);
  });

  it('leave out what is excluded', async () => {
    expect((await completed(target, '-antenna rou')).hits.map(({ id }) => id)).toEqual(['1', '3']);
    expect(await queries('-bit rout')).toEqual(['router', 'wi-fi router']);
  });

  it('begin and end with no joining word', async () => {
    expect(await queries('bag')).toEqual([]);
    expect(await queries('rice')).toEqual([]);
    expect(await queries('bit')).toEqual(['router bit']);
  });

  it('are no longer than queries are', async () => {
    for (const query of await queries('titl')) expect(query.length).toBeLessThanOrEqual(100);
  });
});

describe('records that a caller does not see', () => {
  const titles = [
    'Wireless zyxomatic lamp',
    'Wired quixotic lamb',
    'Lampshade vorpal',
    'Zygote kit',
    'Qualm',
  ];
  const visible = ['Wireless lamp', 'Wired lamb', 'Lampshade red', 'Kit for lamps', 'Quality lamp'].map(
    (title, n) => record(`v${n}`, title, 'Lights'),
  );
  const hidden = titles.map((title, n) => record(`h${n}`, title, ['Secrets', 'Lights'], true));

  it('leave no trace for any beginning of any word of theirs', async () => {
    const all = await indexes.build([...hidden, ...visible], settings);
    const seen = all.table.fields.find(({ path }) => path[0] === 'hidden')!.column!;
    const guarded = { ...all, visible: [{ term: { [seen]: false } }] };
    const without = { ...(await indexes.build(visible, settings)), table: all.table };
    const words = new Set(hidden.flatMap(({ title, category }) => wordsOf(`${title} ${String(category)}`)).map(({ token }) => token)); // prettier-ignore
    const queries = [...words].flatMap((word) => [
      ...Array.from(word, (_, at) => word.slice(0, at + 1)),
      `${word.slice(0, -1)}x`,
      `lamp ${word}`,
    ]);
    for (const query of queries)
      expect([query, await completed(guarded, query)]).toEqual([query, await completed(without, query)]);
  }); // prettier-ignore
});
