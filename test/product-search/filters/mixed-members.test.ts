import { parseFilter, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { idsOf } from '../search/asked';

const records = [
  { id: '1', title: 'First lamp', brand: 'Acme', size: { w: 10 } },
  { id: '2', title: 'Second lamp', brand: { name: 'Bolt', of: { land: 'AT' } }, size: '10 x 5' },
  { id: '3', title: 'Third lamp', brand: ['Acme', { name: 'Core' }], size: [{ w: 1 }, { w: 2 }] },
  { id: '4', title: 'Fourth lamp', brand: null, place: { lat: 48.2, lon: 16.4 } },
  { id: '5', title: 'Fifth lamp', brand: 'Acme', place: { lat: 1, lon: 2 } },
];

describe('a member that is a text in some records and an object in others', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(records, { fields: { brand: { type: 'keyword' } } });
  });
  afterAll(() => indexes.close());

  const passing = (filter: string) =>
    idsOf(indexes, target, '', { filter: parseFilter(filter, target.filterFields) });

  test.each([
    ['brand = "Acme"', ['1', '3', '5']],
    ['brand.name = "Bolt"', ['2']],
    ['brand.name IN ["Bolt", "Core"]', ['2', '3']],
    ['brand.of.land = "AT"', ['2']],
    ['brand.name EXISTS AND NOT brand.name = "Core"', ['2']],
    ['size.w >= 2', ['1', '3']],
  ])('is filtered by in both shapes: %s', async (filter, expected) => {
    expect(await passing(filter)).toEqual(expected);
  });

  it('is searched by all that it has, and its members are neither facets nor roles of their own', async () => {
    expect(await idsOf(indexes, target, 'bolt')).toEqual(['2']);
    const below = target.table.fields.filter(({ path }) => path[0] === 'brand' && path.length > 1);
    expect(below.map(({ path }) => path.join('.'))).toEqual(['brand.name', 'brand.of', 'brand.of.land']);
    for (const { facet, searchable, role } of below)
      expect([facet, searchable, role]).toEqual([false, false, null]);
  });

  it('has no members where it is a place', () => {
    const names = target.table.fields.map(({ path }) => path.join('.'));
    expect(names.filter((name) => name.startsWith('place'))).toEqual(['place']);
  });
});
