import fc from 'fast-check';
import { type FilterTree, parseFilter, readFilters } from '../../../src/product-search/filters';
import { shop } from './filter-fields';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const day = Date.UTC(2024, 4, 1);
const dayMs = 86_400_000;

const brand = (...values: string[]): FilterTree => ({ kind: 'values', column: 'f0', values });
const price = (...values: number[]): FilterTree => ({ kind: 'values', column: 'f1', values });
const not = (of: FilterTree): FilterTree => ({ kind: 'not', of });
const and = (...of: FilterTree[]): FilterTree => ({ kind: 'and', of });
const or = (...of: FilterTree[]): FilterTree => ({ kind: 'or', of });
const range = (column: string, bounds: object): FilterTree => ({ kind: 'range', column, bounds });
const width = (bounds: object) => range('f2', bounds);
const released = (bounds: object) => range('f4', bounds);

test.each<[string, FilterTree]>([
  ['brand = "Acme"', brand('Acme')],
  ["brand = 'Acme'", brand('Acme')],
  ['  brand="Acme"  ', brand('Acme')],
  ['`brand` = "Acme"', brand('Acme')],
  ['brand != "Acme"', not(brand('Acme'))],
  ['NOT brand = "Acme"', not(brand('Acme'))],
  ['NOT brand != "Acme"', brand('Acme')],
  ['brand = 042', brand('042')],
  ['brand = 2024-05-01', brand('2024-05-01')],
  ['brand = true', brand('true')],
  ['brand in ["a", \'b\', "a"]', brand('a', 'b')],
  ['brand Not In ["a"]', not(brand('a'))],
  ['brand EXISTS', { kind: 'exists', columns: ['f0'] }],
  ['brand NOT EXISTS', not({ kind: 'exists', columns: ['f0'] })],
  ['variant EXISTS', { kind: 'exists', columns: ['f9'] }],
  ['variant.size = "M"', { kind: 'values', column: 'f9', values: ['M'] }],
  ['price = 5', price(5)],
  ['price = -.5e1', price(-5)],
  ['price = "1,234.50"', price(1234.5)],
  ['price 10 .. 20', range('f1', { gte: 10, lte: 20 })],
  ['price 10..20', range('f1', { gte: 10, lte: 20 })],
  ['price > 1 and price <= 2', and(range('f1', { gt: 1 }), range('f1', { lte: 2 }))],
  ['width < 2 ft', width({ lt: 60.96 })],
  ['width < 2ft', width({ lt: 60.96 })],
  ['width >= 1 m AND price = 5', and(width({ gte: 100 }), price(5))],
  ['width >= 1 OR price = 5', or(width({ gte: 1 }), price(5))],
  ['width = 10 in', { kind: 'values', column: 'f2', values: [25.4] }],
  ['width < "2\'"', width({ lt: 60.96 })],
  ['width 10 mm .. 2 m', width({ gte: 1, lte: 200 })],
  ['`Weight (kg)` > 500 g', range('f8', { gt: 0.5 })],
  ['pack = 12 PCS', { kind: 'values', column: 'f11', values: [12] }],
  ['in_stock = TRUE', { kind: 'values', column: 'f3', values: [true] }],
  ['in_stock != "no"', not({ kind: 'values', column: 'f3', values: [false] })],
  ['released = 2024-05-01', released({ gte: day, lt: day + dayMs })],
  ['released > 2024-05-01', released({ gte: day + dayMs })],
  ['released >= 2024-05-01', released({ gte: day })],
  ['released < 2024-05-01', released({ lt: day })],
  ['released <= "2024-05-01"', released({ lt: day + dayMs })],
  ['released 2024-05-01..2024-05-31', released({ gte: day, lt: day + 31 * dayMs })],
  ['released = 2024-05-01T00:00:00Z', released({ gte: day, lt: day + 1 })],
  ['released > 2024-05-01T02:00+02:00', released({ gte: day + 1 })],
  [`released < ${day / 1000}`, released({ lt: day })],
  [
    'released IN [2024-05-01, 2024-05-03]',
    or(released({ gte: day, lt: day + dayMs }), released({ gte: day + 2 * dayMs, lt: day + 3 * dayMs })),
  ],
  ['brand = "a" OR brand = "b" AND price = 1', or(brand('a'), and(brand('b'), price(1)))],
  ['(brand = "a" OR brand = "b") AND price = 1', and(or(brand('a'), brand('b')), price(1))],
  ['NOT brand = "a" AND price = 1', and(not(brand('a')), price(1))],
  ['NOT (brand = "a" AND price = 1)', not(and(brand('a'), price(1)))],
  ['((brand = "a")) AND (price = 1 AND (price = 2))', and(brand('a'), price(1), price(2))],
  [
    '_geo_radius(48.1, 11.5, 2000)',
    { kind: 'radius', columns: ['f7'], center: { lat: 48.1, lon: 11.5 }, meters: 2000 },
  ],
  [
    '_GEO_BOX ( 48, 170, -10, -170 )',
    { kind: 'box', columns: ['f7'], north: 48, south: -10, west: 170, east: -170 },
  ],
])('%s', (text, tree) => {
  expect(parseFilter(text, shop)).toEqual(tree);
});

test.each<[object, FilterTree | null]>([
  [{}, null],
  [{ brand: 'Acme' }, brand('Acme')],
  [{ brand: ['a', 'b'] }, brand('a', 'b')],
  [{ brand: { all: ['a', 'b'] } }, and(brand('a'), brand('b'))],
  [{ brand: { not: ['a', 'b'] } }, not(brand('a', 'b'))],
  [{ brand: { not: 'a' } }, not(brand('a'))],
  [{ brand: { exists: false } }, not({ kind: 'exists', columns: ['f0'] })],
  [{ variant: { exists: true } }, { kind: 'exists', columns: ['f9'] }],
  [{ place: { exists: true } }, { kind: 'exists', columns: ['f7'] }],
  [{ price: { gte: 10, lte: 50 } }, range('f1', { gte: 10, lte: 50 })],
  [{ price: { gt: 10, not: [20] } }, and(range('f1', { gt: 10 }), not(price(20)))],
  [{ width: { lt: '2 ft' } }, width({ lt: 60.96 })],
  [{ released: { gte: '2024-05-01' } }, released({ gte: day })],
  [
    { in_stock: true, 'variant.size': 'M' },
    and({ kind: 'values', column: 'f3', values: [true] }, { kind: 'values', column: 'f9', values: ['M'] }),
  ],
])('%j', (filters, tree) => {
  expect(readFilters(filters, shop)).toEqual(tree);
});

test.each<[string, string[], string[]]>([
  ['{"prise": 5}', ['prise'], ['price', 'place', 'brand', 'pack', 'width']],
  ['{"__proto__": 5}', ['__proto__'], expect.arrayContaining(['price']) as string[]],
  ['{"price": "cheap"}', ['price'], ['number']],
  ['{"price": [1, "cheap"]}', ['price', '1'], ['number']],
  ['{"price": {"gte": "cheap"}}', ['price', 'gte'], ['number']],
  ['{"price": {"gte": 1, "gt": 2}}', ['price', 'gte'], ['gte']],
  ['{"price": {}}', ['price'], ['gt', 'gte', 'lt', 'lte', 'all', 'not', 'exists']],
  ['{"price": {"min": 1}}', ['price', 'min'], ['gt', 'gte', 'lt', 'lte', 'all', 'not', 'exists']],
  [
    '{"price": {"constructor": 1}}',
    ['price', 'constructor'],
    ['gt', 'gte', 'lt', 'lte', 'all', 'not', 'exists'],
  ],
  ['{"width": {"lt": "2 kg"}}', ['width', 'lt'], ['mm', 'cm', 'm', 'km', 'in', 'ft', 'yd', 'mi']],
  ['{"brand": {"gte": "a"}}', ['brand', 'gte'], ['all', 'not', 'exists']],
  ['{"brand": []}', ['brand'], ['value']],
  ['{"brand": {"all": []}}', ['brand', 'all'], ['value']],
  [
    '{"brand": null}',
    ['brand'],
    ['value', 'list of values', 'object with one of gt, gte, lt, lte, all, not, exists'],
  ],
  [
    '{"brand": [["a"]]}',
    ['brand', '0'],
    ['value', 'list of values', 'object with one of gt, gte, lt, lte, all, not, exists'],
  ],
  ['{"brand": {"exists": "yes"}}', ['brand', 'exists'], ['true', 'false']],
  ['{"place": "48.1, 11.5"}', ['place'], ['exists']],
  [`{"price": [${'1,'.repeat(1_000)}2]}`, ['price'], ['fewer values']],
])('%s is refused with the way to the wrong member', (json, place, expected) => {
  expect(() => readFilters(JSON.parse(json) as object, shop)).toThrow(
    expect.objectContaining({ place, expected }) as Error,
  );
});

test(`a quoted text is the value that was quoted, whatever it holds (seed ${seed})`, () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('"', "'", '\\', '`', ')', ' OR price > 0', '" OR "', ']', '..', '\n', '\u0000'),
  );
  fc.assert(
    fc.property(fc.array(unit), fc.constantFrom('"', "'"), (units, quote) => {
      const text = units.join('');
      const quoted = quote + text.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
      expect(parseFilter(`brand = ${quoted}`, shop)).toEqual(brand(text));
      expect(parseFilter(`brand IN [${quoted}, "x"] AND price = 1`, shop)).toEqual(
        and(brand(...new Set([text, 'x'])), price(1)),
      );
      expect(readFilters({ brand: text }, shop)).toEqual(brand(text));
    }),
    { seed },
  );
});
