import { groupingOf, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, askForWords, idsOf } from './asked';

const records = [
  { id: 'narrow', title: 'Oak desk', width: 55, price: 180, kind: 'desk' },
  { id: 'broad', title: 'Oak desk', width: '2 m', price: 90, kind: 'desk' },
  { id: 'deep', title: 'Oak desk with drawers', width: 150, depth: '21 in', price: 120, kind: 'desk' },
  { id: 'sizes', title: 'Oak desk in two sizes', width: [50, 100], price: 60, kind: 'desk' },
  { id: 'plain', title: 'Oak desk', kind: 'desk' },
  { id: 'said', title: 'Oak desk 2ft', kind: 'desk' },
  { id: 'lamp', title: 'Lamp', width: 20, price: 20, kind: 'lamp' },
];

describe('amounts in queries', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const fields = {
      width: { type: 'number' as const, unit: 'cm' },
      depth: { type: 'number' as const, unit: 'cm' },
      kind: { type: 'keyword' as const },
    };
    target = await indexes.build(records, { fields, group_by: { field: 'kind' } });
  });
  afterAll(() => indexes.close());

  test.each([
    ['under a bound, in any field of the quantity', 'desk under 2 ft', ['deep', 'narrow', 'sizes']],
    ['under a bound, in the field that is named', 'desk under 2 ft wide', ['narrow', 'sizes']],
    ['of one value, or in the words of the query', 'desk 2ft', ['said']],
    ['of one value, within two percent', 'desk 197cm', ['broad']],
    ['in a range', 'desk 90 to 110 cm', ['sizes']],
    ['of every side', 'desk 150 x 53 cm', ['deep']],
    ['of money', 'desk under 100', ['broad', 'sizes']],
    ['two of them', 'desk under 2 ft under $100', ['sizes']],
  ])('lift the records that fit them, %s: %s', async (_, query, first) => {
    const { hits, total, wordsMin } = await ask(indexes, target, query);
    expect([total, wordsMin]).toEqual([6, null]);
    expect(
      hits
        .slice(0, first.length)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(first);
    const [best] = hits;
    expect(hits[first.length]!.score).toBeLessThan(best!.score);
  });

  it('find only the records that fit where they filter, and do nothing where they are off', async () => {
    const filtered = await ask(indexes, target, 'desk under 2 ft', { constraints: 'filter' });
    expect([filtered.hits.map(({ id }) => id).sort(), filtered.total]).toEqual([['deep', 'narrow', 'sizes'], 3]);
    await expect(idsOf(indexes, target, 'under 2 ft', { constraints: 'filter' })).resolves.toHaveLength(4);
    const off = await ask(indexes, target, 'desk 2ft', { constraints: 'off' });
    expect(off.text.words.map(({ token }) => token)).toEqual(['desk', '2ft']);
  }); // prettier-ignore

  it('find alone the records that fit or have their words', async () => {
    expect((await idsOf(indexes, target, '2 ft')).sort()).toEqual(['said']);
    expect((await idsOf(indexes, target, 'under 2 ft')).sort()).toEqual(['deep', 'lamp', 'narrow', 'sizes']);
  });

  it('are enough where no record has a word', async () => {
    const { hits, wordsMin } = await ask(indexes, target, 'qqqq wwww under 2 ft');
    expect([hits.map(({ id }) => id).sort(), wordsMin]).toEqual([['deep', 'lamp', 'narrow', 'sizes'], 0]);
  });

  it('fit no value between two bounds of different values', async () => {
    await expect(idsOf(indexes, target, 'desk 60 to 90 cm', { constraints: 'filter' })).resolves.toEqual([]);
  });

  it('are explained by the values that fit', async () => {
    const { hits } = await askForWords(indexes, target, 'desk 150 x 53 cm under 200', { isExplained: true });
    expect(hits[0]).toMatchObject({
      id: 'deep',
      explanation: {
        summary:
          '1 of 1 words, all in primary fields, fits 150 x 53 cm by width 150 cm and depth 53.34 cm, fits under 200 by price 120.',
        constraints: [
          { text: '150 x 53 cm', fits: [{ field: 'width', value: 150, unit: 'cm' }, { field: 'depth', value: 53.34, unit: 'cm' }] },
          { text: 'under 200', fits: [{ field: 'price', value: 120, unit: null }] },
        ],
      },
    });
    const plain = hits.find(({ id }) => id === 'plain')!;
    expect(plain.explanation!.constraints.map(({ fits }) => fits)).toEqual([null, null]);
  }); // prettier-ignore

  it('are highlighted where texts have their words, and are no words to be corrected', async () => {
    const style = { preTag: '<em>', postTag: '</em>', fields: null, snippetChars: 0 };
    const { hits, corrections } = await askForWords(indexes, target, 'desk 2 ft', { highlight: style });
    expect([hits[0]!.highlight, corrections]).toEqual([
      { title: 'Oak <em>desk</em> <em>2ft</em>', kind: '<em>desk</em>' },
      [],
    ]);
    expect(hits[0]!.matched.typos).toBe(0);
  });

  it('hold for groups as well', async () => {
    const grouping = groupingOf(target, { field: 'kind', size: 2 });
    const {
      hits,
      total,
      records: found,
    } = await ask(indexes, target, 'desk under 2 ft wide', {
      grouping,
      constraints: 'filter',
    });
    expect([total, found, hits[0]!.group!.total]).toEqual([1, 2, 2]);
  });

  it('score at most 1', async () => {
    const { hits } = await ask(indexes, target, 'oak desk under 2 ft');
    expect(hits[0]!.score).toBeGreaterThan(0.9);
    expect(hits[0]!.score).toBeLessThanOrEqual(1);
  });
});
