import { createShownFields } from '../../../src/domain/products/shown-fields';
import { type SearchTarget, shownTable } from '../../../src/product-search';
import { readExclusions } from '../../../src/product-search/search/exclusions';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, askForWords, idsOf } from './asked';

const tokensOf = (query: string) => readExclusions(query).exclusions.map(({ tokens }) => tokens.join(' '));

test.each<[string, string[]]>([
  ['shoes -red', ['red']],
  ['-red -blue shoes', ['red', 'blue']],
  ['shoes -"red leather" NOT boots', ['red leather', 'boot']],
  ['shoes -„red leather“', ['red leather']],
  ['shoes NOT "red leather"', ['red leather']],
  ['shoes -t-shirt', ['t shirt']],
  ['laptop -16gb', ['16gb']],
  ['laptop -5', ['5']],
  ['shoes -"red', ['red']],
  ['regal -möbel', ['mobel', 'moebel']],
  ['book -c++', ['c++']],
  ['book -.net', ['.net']],
  ['book NOT .NET core', ['.net']],
  ['laptop -16 gb', ['16 gb', '16gb']],
  ['laptop -16 gb -ssd ram', ['16 gb', '16gb', 'ssd']],
  ['lamp -5 watt -red', ['5 watt', '5watt', 'red']],
])('%s excludes %j', (query, tokens) => {
  expect(tokensOf(query)).toEqual(tokens);
});

test.each([
  'wi-fi', '10 - 20', 'shoes - red', 'shoes -', '- red', '--red', 'a -- b', 'not red', 'shoes NOT', 'NOTRED', 'x-y -',
  '-$$$', '"shoes -red"', '"DO NOT DISTURB" sign', 'freezer -18 °C', 'freezer -18°C', 'a -.5.net', '-.network', 'shelf 10 -20 cm', 'under -5 °C',
])('%s excludes nothing', (query) => {
  expect(readExclusions(query)).toEqual({ text: query, exclusions: [] });
}); // prettier-ignore

test('what is excluded leaves blanks, so that places stay', () => {
  expect(readExclusions('a -red b NOT  big c').text).toBe('a      b          c');
  expect(readExclusions('a -16 gb b -.net').text).toBe('a        b      ');
});

const records = [
  { id: 'red', title: 'Red shoe', brand: 'Acme', sku: 'RS-1000' },
  { id: 'blue', title: 'Blue shoe', brand: 'Acme', sku: 'BS-1000' },
  { id: 'leather', title: 'Blue shoe of red leather', brand: 'Bolt', sku: 'BS-2000' },
  { id: 'apart', title: 'Red laces, leather shoe', brand: 'Bolt', sku: 'BS-3000' },
  { id: 'lamp', title: 'Redwood lamp', brand: 'Bolt', sku: 'LL-1000', notes: 'secret' },
  { id: 'gb-16', title: 'Laptop 16 GB', brand: 'Core', sku: 'XX-1000' },
  { id: 'gb16', title: 'Laptop 16GB', brand: 'Core', sku: 'XX-2000' },
  { id: 'gb-8', title: 'Laptop 8 GB with 16 ports', brand: 'Core', sku: 'XX-3000' },
  { id: 'asian', title: '红色运动鞋', brand: 'Bolt', sku: 'AS-1000' },
];

describe('excluded words', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, { fields: { brand: { type: 'enum' } }, identifiers: ['sku'] });
  });
  afterAll(() => indexes.close());

  test.each([
    ['a word', 'shoe -red', ['blue']],
    ['a word in capitals and plural', 'shoe NOT Reds', ['blue']],
    ['a phrase', 'shoe -"red leather"', ['apart', 'blue', 'red']],
    ['words of any searched field, of closed sets of values too', 'shoe -acme', ['apart', 'leather']],
    ['an identifier, however it is cut', 'shoe -bs1000', ['apart', 'leather', 'red']],
    ['an identifier, however it is cut', 'shoe -BS-1000 NOT bs.2000', ['apart', 'red']],
    ['whole words only', 'lamp -red', ['lamp']],
    ['a word of a script without spaces', '-shoe -lamp -laptop -运动', []],
    ['a character of a script without spaces', '-shoe -lamp -laptop -鞋', []],
    ['all that a query excludes', '-shoe -laptop', ['asian', 'lamp']],
    ['an amount as a whole, with and without its blank', 'laptop -16 gb', ['gb-8']],
    ['nothing where no record has it', 'shoe -green', ['apart', 'blue', 'leather', 'red']],
  ])('leave out %s: %s', async (_, query, ids) => {
    const { hits, total } = await ask(indexes, target, query);
    expect([hits.map(({ id }) => id).sort(), total]).toEqual([ids, ids.length]);
  });

  it('are neither highlighted nor corrected, and count as no word', async () => {
    const style = { preTag: '<em>', postTag: '</em>', fields: null, snippetChars: 0 };
    const { hits, corrections } = await askForWords(indexes, target, 'lamp -rad', {
      highlight: style,
      isExplained: true,
    });
    expect(hits[0]).toMatchObject({
      highlight: { title: 'Redwood <em>lamp</em>' },
      explanation: { words: { found: 1, of: 1 } },
    });
    expect(corrections).toEqual([]);
  });

  test.each([
    ['words', (n: number) => `-a${n.toString(36)} `],
    ['phrases', (n: number) => `-"a ${n.toString(36)}" `],
    ['hyphens', () => '-'],
    ['a word of capitals', () => 'NOT '],
  ])('may be as many as a query has room for: %s', async (_, part) => {
    const query = `shoe ${Array.from({ length: 200 }, (__, n) => part(n)).join('')}`.slice(0, 512);
    const { hits } = await ask(indexes, target, query);
    expect(hits.map(({ id }) => id).sort()).toEqual(['apart', 'blue', 'leather', 'red']);
  });

  it('leave out records that have them in hidden fields, as such fields find records', async () => {
    const shown = createShownFields([{ hidden: ['notes'], visible: null }]);
    const bounded = { ...target, shown, table: shownTable(target.table, shown) };
    await expect(idsOf(indexes, bounded, 'lamp secret')).resolves.toEqual(['lamp']);
    await expect(idsOf(indexes, bounded, 'lamp -secret')).resolves.toEqual([]);
  });
});
