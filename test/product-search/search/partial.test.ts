import { groupingOf, parseFilter, type SearchRequest, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask } from './asked';

const number = (n: number) => String(n).padStart(2, '0');
/** Records with three, two and one of three words; prices fall from one kind to the next. */
const full = Array.from({ length: 7 }, (_, n) => ({
  id: `full-${number(n)}`,
  title: n < 3 ? 'Large red cotton shirt' : 'Red cotton shirt',
  price: 100 + (n % 4),
  line: `line ${n % 3}`,
}));
const most = Array.from({ length: 11 }, (_, n) => ({
  id: `most-${number(n)}`,
  title: n % 2 === 0 ? 'Red cotton socks' : 'Blue cotton shirt',
  price: 10 + n,
  ...(n === 10 ? {} : { line: `line ${n % 5}` }),
}));
const few = Array.from({ length: 5 }, (_, n) => ({ id: `few-${number(n)}`, title: 'Red hat', price: n }));
const query = 'red cotton shirt';
/** Records with all words as they rank: those with longer titles last. */
const ranked = [...full.slice(3), ...full.slice(0, 3)];

describe('records with most of the words', () => {
  let indexes: BuiltIndexes;
  /** Without and with the field of the groups as the default one. */
  let targets: Record<'plain' | 'grouped', SearchTarget>;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const fields = { price: { type: 'number' as const }, line: { type: 'keyword' as const } };
    targets = {
      plain: await indexes.build([...full, ...most, ...few], { fields }),
      grouped: await indexes.build([...full, ...most, ...few], { fields, group_by: { field: 'line' } }),
    };
  });
  afterAll(() => indexes.close());

  /** Hits of all pages, and the totals that pages from the first with partial hits on tell. */
  async function pagesOf(members: Partial<SearchRequest>, perPage: number, target = targets.plain) {
    const hits = [];
    let totals;
    for (let page = 0; ; page++) {
      const found = await ask(indexes, target, query, { ...members, perPage, page });
      hits.push(...found.hits);
      totals = {
        total: found.total,
        records: found.records,
        partial: found.partial,
        wordsMin: found.wordsMin,
      };
      if ((page + 1) * perPage >= found.total + (found.partial ?? 0)) return { hits, totals };
    }
  }
  const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);

  test.each([1, 3, 7, 10, 18, 50])(
    'follow those with all words, each once, on pages of %i hits',
    async (perPage) => {
      const { hits, totals } = await pagesOf({}, perPage);
      expect(totals).toEqual({ total: 7, records: 7, partial: 11, wordsMin: null });
      expect(ids(hits.slice(0, 7))).toEqual(ids(ranked));
      expect(ids(hits.slice(7)).sort()).toEqual(ids(most));
      expect(hits.map(({ isPartial }) => isPartial)).toEqual([
        ...full.map(() => false),
        ...most.map(() => true),
      ]);
    },
  );

  it('are not counted by pages that end before them', async () => {
    await expect(ask(indexes, targets.plain, query, { perPage: 5 })).resolves.toMatchObject({
      total: 7,
      partial: null,
    });
    await expect(ask(indexes, targets.plain, 'red shirt', { perPage: 5 })).resolves.toMatchObject({
      total: 7,
      partial: 0,
    });
  });

  it('follow in the order of their scores where the others are sorted', async () => {
    const sort = [{ field: 'price', order: 'desc' as const }];
    const { hits } = await pagesOf({ sort }, 4);
    const prices = hits.map(({ text }) => (JSON.parse(text) as { price: number }).price);
    expect(prices.slice(0, 7)).toEqual([103, 102, 102, 101, 101, 100, 100]);
    expect(ids(hits.slice(7))).toEqual(ids((await pagesOf({}, 50)).hits.slice(7)));
  });

  it('pass filters and exclusions as well', async () => {
    const filter = parseFilter('price > 15', targets.plain.filterFields);
    const { hits, partial } = await ask(indexes, targets.plain, `${query} -socks`, { filter });
    expect([ids(hits.slice(7)).sort(), partial]).toEqual([['most-07', 'most-09'], 2]);
  });

  it('have at least six words in ten: of two words none follow', async () => {
    await expect(ask(indexes, targets.plain, 'red shirt')).resolves.toMatchObject({ total: 7, partial: 0 });
  });

  it('follow records that were found by a typo', async () => {
    const { hits, total, partial } = await ask(indexes, targets.plain, 'red coton shirt');
    expect([total, partial, hits.length]).toEqual([7, 11, 18]);
  });

  test.each([
    ['plain', 1],
    ['plain', 4],
    ['plain', 20],
    ['grouped', 1],
    ['grouped', 4],
    ['grouped', 20],
  ] as const)('follow as groups that have no record before, in the %s index on pages of %i', async (name, perPage) => {
    const target = targets[name];
    const grouping = groupingOf(target, { field: 'line', size: 2 });
    const { hits, totals } = await pagesOf({ grouping }, perPage, target);
    expect(totals).toMatchObject({ total: 3, records: 7, partial: 3 });
    const told = hits.map(({ group, isPartial }) => [group!.value, group!.total, isPartial]);
    expect(told.slice(0, 3)).toEqual([['line 0', 3, false], ['line 1', 2, false], ['line 2', 2, false]]);
    expect(told.slice(3).sort()).toEqual([[null, 1, true], ['line 3', 2, true], ['line 4', 2, true]].sort());
  }); // prettier-ignore

  describe('where no record has all words', () => {
    const asked = 'red cotton shirt qqqq wwww';

    it('are the answer, and are counted as such', async () => {
      const found = await ask(indexes, targets.plain, asked, { perPage: 50 });
      expect(found).toMatchObject({ total: 7, records: 7, partial: 0, wordsMin: 3 });
      expect(ids(found.hits)).toEqual(ids(ranked));
      expect(found.hits.map(({ isPartial }) => isPartial)).not.toContain(true);
    });

    it('are sorted as far as they have the most words, and those with fewer words follow', async () => {
      const sort = [{ field: 'price', order: 'desc' as const }];
      for (const name of ['plain', 'grouped'] as const) {
        const hits = [];
        for (let page = 0; page < 4; page++) {
          const found = await ask(indexes, targets[name], 'large red cotton shirt qqqq', {
            sort,
            page,
            perPage: 2,
          });
          expect(found).toMatchObject({ total: 7, records: 7, partial: 0, wordsMin: 3 });
          hits.push(...found.hits);
        }
        const behind = ['full-03', 'full-04', 'full-05', 'full-06'];
        expect(ids(hits)).toEqual(['full-02', 'full-01', 'full-00', ...behind]);
        expect(hits.map(({ isPartial }) => isPartial)).not.toContain(true);
      }
    });

    it('come by any one word only where no record has more', async () => {
      const found = await ask(indexes, targets.plain, 'hat qqqq wwww zzzz');
      expect([ids(found.hits).sort(), found.wordsMin]).toEqual([ids(few), 1]);
    });
  });

  test.each(['$$$', '???', '🎉', '- -', '"!"', '*'])('signs alone find nothing: %s', async (signs) => {
    await expect(ask(indexes, targets.plain, signs)).resolves.toMatchObject({
      total: 0,
      records: 0,
      hits: [],
    });
  });

  test.each(['', '  ', '\n\t', '\u200B'])('a blank query finds everything: %j', async (blank) => {
    await expect(ask(indexes, targets.plain, blank)).resolves.toMatchObject({ total: 23 });
  });
});
