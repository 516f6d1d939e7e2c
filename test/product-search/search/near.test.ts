import {
  describeHits,
  groupingOf,
  parseFilter,
  type SearchRequest,
  type SearchTarget,
} from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, requestOf } from './asked';

const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
const angle = (degrees: number) => Float32Array.of(cosine(degrees), cosine(90 - degrees));
const number = (n: number) => String(n).padStart(2, '0');

interface Item {
  id: string;
  title: string;
  price: number;
  line?: string;
  /** Angle between the meaning of the title and that of the queries. */
  degrees: number;
}

/** Records with the word of the query, whose titles mean another thing. */
const covers = Array.from({ length: 4 }, (_, n): Item => ({
  id: `cover-${n}`, title: 'Sofa cover', price: 50 - n, line: `line ${n % 2}`, degrees: 80,
})); // prettier-ignore
/** Records that mean what the query says in other words, the nearest first; two of each are equally near. */
const couches = Array.from({ length: 11 }, (_, n): Item => ({
  id: `couch-${number(n)}`, title: `Grey couch ${n % 2 === 0 ? 'with cushions' : 'in wool'}`, price: 10 + n,
  ...(n === 10 ? {} : { line: `line ${n % 5}` }), degrees: 2 * Math.floor(n / 2),
})); // prettier-ignore
const others = Array.from({ length: 5 }, (_, n): Item => ({
  id: `other-${n}`, title: 'Garden hose', price: n, line: 'line 9', degrees: 40 + n,
})); // prettier-ignore
const records = [...others, ...couches, ...covers];
const similarityMin = cosine(30);

describe('records that are near in meaning', () => {
  let indexes: BuiltIndexes;
  /** Without and with the field of the groups as the default one. */
  let targets: Record<'plain' | 'grouped', SearchTarget>;
  beforeAll(async () => {
    const built = startBuiltIndexes();
    indexes = built;
    const fields = { price: { type: 'number' as const }, line: { type: 'keyword' as const } };
    const make = (settings: Parameters<BuiltIndexes['build']>[1]) =>
      built.build(records, settings, (record) => angle((record as Item).degrees));
    targets = { plain: await make({ fields }), grouped: await make({ fields, group_by: { field: 'line' } }) };
  });
  afterAll(() => indexes.close());

  /** Texts whose vectors were asked for, and the angle of their meaning. */
  const asked: string[] = [];
  const meaning = (degrees: number, least: number | null) => ({
    of(_: unknown, __: string, text: string) {
      asked.push(text);
      return Promise.resolve({ vector: angle(degrees), similarityMin: least });
    },
  });
  const search = (
    query: string,
    members: Partial<SearchRequest> = {},
    {
      target = targets.plain,
      degrees = 0,
      least = similarityMin,
    }: { target?: SearchTarget; degrees?: number; least?: number | null } = {},
  ) => ask({ ...indexes, queryVectors: meaning(degrees, least) }, target, query, members);
  const ids = (hits: readonly { id: string }[]) => hits.map(({ id }) => id);
  const near = ids(couches);

  async function pagesOf(query: string, members: Partial<SearchRequest>, perPage: number, target = targets.plain) {
    const hits = [];
    for (let page = 0; ; page++) {
      const found = await search(query, { ...members, perPage, page }, { target });
      hits.push(...found.hits);
      const { total, records: counted, partial, wordsMin } = found;
      if ((page + 1) * perPage >= total + (partial ?? 0)) return { hits, totals: { total, counted, partial, wordsMin } };
    }
  } // prettier-ignore

  test.each([1, 3, 4, 7, 15, 50])('follow those with the words, the nearest first, each once, on pages of %i', async (perPage) => {
    const { hits, totals } = await pagesOf('sofa', {}, perPage);
    expect(totals).toEqual({ total: 4, counted: 4, partial: 11, wordsMin: null });
    expect(ids(hits)).toEqual([...ids(covers), ...near]);
    expect(hits.map(({ isPartial }) => isPartial)).toEqual(hits.map((_, place) => place >= 4));
    expect(hits.map(({ similarity }) => similarity)).toEqual([
      ...covers.map(() => null),
      ...couches.map(({ degrees }) => expect.closeTo(cosine(degrees), 3) as number),
    ]);
  }); // prettier-ignore

  it('are not looked for by pages that end before them', async () => {
    await expect(search('sofa', { perPage: 3 })).resolves.toMatchObject({ total: 4, partial: null });
  });

  it('are the only hits where no record has a word, and are not counted', async () => {
    const { hits, total, records: counted, partial } = await search('settee');
    expect([ids(hits), total, counted, partial]).toEqual([near, 0, 0, 11]);
  });

  it('follow those with most of the words, which are counted with them', async () => {
    const { hits, totals } = await pagesOf('grey couch cushions', {}, 5);
    const full = near.filter((_, n) => n % 2 === 0);
    expect(ids(hits)).toEqual([...full, ...near.filter((_, n) => n % 2 === 1)]);
    expect(totals).toMatchObject({ total: 6, partial: 5 });
    const some = await pagesOf('sofa cover red', {}, 3);
    expect(some.totals).toEqual({ total: 4, counted: 4, partial: 11, wordsMin: 2 });
    expect(ids(some.hits)).toEqual([...ids(covers), ...near]);
  });

  it('follow in the order of their closeness where the others are sorted', async () => {
    const sort = [{ field: 'price', order: 'asc' as const }];
    const { hits } = await pagesOf('sofa', { sort }, 3);
    expect(ids(hits)).toEqual([...ids(covers).toReversed(), ...near]);
  });

  it('pass filters, exclusions and phrases', async () => {
    const filter = parseFilter('price > 15', targets.plain.filterFields);
    const { hits, partial } = await search('settee -cushions', { filter });
    expect([ids(hits), partial]).toEqual([['couch-07', 'couch-09'], 2]);
    await expect(search('"grey settee"')).resolves.toMatchObject({ total: 0, partial: 0, hits: [] });
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
    const { hits, totals } = await pagesOf('sofa', { grouping }, perPage, target);
    expect(totals).toMatchObject({ total: 2, counted: 4, partial: 4 });
    expect(hits.map(({ id, group, isPartial }) => [id, group!.value, group!.total, isPartial])).toEqual([
      ['cover-0', 'line 0', 2, false], ['cover-1', 'line 1', 2, false],
      ['couch-02', 'line 2', 2, true], ['couch-03', 'line 3', 2, true],
      ['couch-04', 'line 4', 2, true], ['couch-10', null, 1, true],
    ]);
  }); // prettier-ignore

  it('are none below the least similarity, and where it is unknown', async () => {
    await expect(search('settee', {}, { degrees: 180 })).resolves.toMatchObject({ partial: 0, hits: [] });
    await expect(search('settee', {}, { least: null })).resolves.toMatchObject({ partial: 0, hits: [] });
  });

  test.each(['AX-1000', '15000', '4006381333931', '', '$$$', 'xl', 'xl 20 cm', 'ab 12'])(
    'are none of a query that says no word with a meaning: %j',
    async (query) => {
      const { hits } = await search(query, { perPage: 100 });
      expect(hits.filter(({ similarity }) => similarity !== null)).toEqual([]);
    },
  );

  it('neither follow nor need a model where words alone are to count', async () => {
    asked.length = 0;
    const found = await search('settee', { usesMeaning: false });
    expect([found.hits, found.partial, found.lacksMeaning, asked]).toEqual([[], 0, false, []]);
  });

  it('are explained by their similarity', async () => {
    const members = { isExplained: true };
    const found = await search('settee', members);
    const { hits } = await describeHits(targets.plain, requestOf('settee', members), found);
    expect(hits[0]).toMatchObject({
      matched: { fields: [], identifier: false, typos: 0 },
      explanation: { summary: '0 of 1 words, title near in meaning (1).', similarity: 1, tier: null },
    });
  });
});
