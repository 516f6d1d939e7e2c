import { FilterInvalid, parseFilter } from '../../../src/product-search/filters';
import { fieldRow, filterFieldsOf, shop } from './filter-fields';

const types = ['keyword', 'enum', 'identifier', 'url', 'number', 'date', 'bool', 'geo'];
const begin = ['field', 'NOT', '('];
const more = ['AND', 'OR', 'end of filter'];
const equality = ['=', '!=', 'IN', 'NOT IN', 'EXISTS', 'NOT EXISTS'];
const order = [...equality, '<', '<=', '>', '>='];
const ofNumber = [...order, 'number .. number'];
const ofDate = [...order, 'date .. date'];
const lengths = ['mm', 'cm', 'm', 'km', 'in', 'ft', 'yd', 'mi'];
const masses = ['mg', 'g', 'kg', 't', 'oz', 'lb'];
const latitude = ['latitude from -90 to 90'];
const longitude = ['longitude from -180 to 180'];

/** `^` marks the position; it is not part of the filter. */
const wrong: [filter: string, expected: readonly string[]][] = [
  // Where a condition begins
  ['^', begin],
  ['   ^', begin],
  ['^AND brand = "a"', begin],
  ['^or brand = "a"', begin],
  ['^= 5', begin],
  ['^"Acme" = brand', begin],
  ['^&& brand = "a"', begin],
  ['NOT ^', ['field', '(']],
  ['NOT ^NOT brand = "a"', ['field', '(']],
  ['(^)', begin],
  ['(^', begin],
  ['brand = "a" AND ^', begin],
  ['brand = "a" AND ^OR price = 1', begin],
  ['brand = "a" OR ^)', begin],
  ['^[brand = "a"]', begin],
  ['^😀 = 1', begin],
  // Fields
  ['^prise < 5', ['price', 'place', 'brand', 'pack', 'width']],
  ['brand = "a" AND (^PRIZE < 5)', ['price', 'place', 'brand', 'pack', 'width']],
  ['^title = "x"', types],
  ['^title EXISTS', types],
  ['NOT ^title = "x"', types],
  ['^variant = "M"', ['variant.size']],
  ['^variant IN ["M"]', ['variant.size']],
  ['^variant.color = "M"', ['variant.size', 'color', 'brand', 'price', 'in_stock']],
  ['^cost < 5', ['color', 'width', 'sku', 'pack', 'brand']],
  ['^notes = "x"', ['color', 'brand', 'price', 'width', 'sku']],
  ['`brand^', ['`']],
  ['^`Weight kg` < 5', ['Weight (kg)', 'width', 'price', 'in_stock', 'released']],
  ['^`brand ` = "a"', ['brand', 'price', 'place', 'pack', 'width']],
  // Operators
  ['brand^', equality],
  ['brand ^Acme', equality],
  ['brand^: "Acme"', equality],
  ['brand ^"Acme"', equality],
  ['brand ^< "Acme"', equality],
  ['brand ^LIKE "A%"', equality],
  ['brand ^~ "A"', equality],
  ['sku ^>= "A1"', equality],
  ['color ^> "Black"', equality],
  ['in_stock ^> false', equality],
  ['in_stock^', equality],
  ['price ^BETWEEN 1 AND 2', ofNumber],
  ['released ^AND price > 1', ofDate],
  ['price ^! = 5', ofNumber],
  ['place ^= "48.1, 11.5"', ['EXISTS', 'NOT EXISTS']],
  ['place ^IN ["48.1, 11.5"]', ['EXISTS', 'NOT EXISTS']],
  ['brand NOT ^= "a"', ['IN', 'EXISTS']],
  ['brand NOT^', ['IN', 'EXISTS']],
  ['brand ^IS NULL', equality],
  // Values
  ['price < ^', ['number']],
  ['price <^', ['number']],
  ['width <= ^', ['number', 'number with unit']],
  ['price =^= 5', ['number']],
  ['price = ^"cheap"', ['number']],
  ['price = ^cheap', ['number']],
  ['price = ^true', ['number']],
  ['price = ^2024-05-01', ['number']],
  ['price < ^1e999', ['number']],
  ['price < 5 ^€', ['number']],
  ['price < ^"5 EUR"', ['number']],
  ['price < 5^,00', more],
  ['width < 2 ^kg', lengths],
  ['width < 2 ^wombats', lengths],
  ['width = ^"2 kg"', lengths],
  ['`Weight (kg)` > 2 ^ft AND price < 5', masses],
  ['pack > 3 ^kg', ['pcs']],
  ['released > ^"yesterday"', ['date']],
  ['released > ^20241', ['date']],
  ['released = ^2024-13-01', ['date']],
  ['released = ^2024-02-30', ['date']],
  ['released < ^true', ['date']],
  ['in_stock = ^"maybe"', ['true', 'false']],
  ['in_stock = ^2', ['true', 'false']],
  ['in_stock = ^yes', ['true', 'false']],
  ['brand = ^Acme', ['string']],
  ['brand = ^', ['string']],
  ['brand = ^(“Acme”)', ['string']],
  ['sku = ^12ab', ['string']],
  ['sku = ^-12-34', ['string']],
  ['brand = "Acme^', ['"']],
  ['brand = \'Acme" AND price < 5^', ["'"]],
  ['brand = "a^\\n"', ['\\\\', '\\"', "\\'"]],
  ['brand = "a"^"b"', more],
  ['brand = "a" ^brand = "b"', more],
  ['brand = "a"^; DROP', more],
  ['brand = "a"^)', more],
  // Lists and ranges
  ['brand IN ^"a"', ['[']],
  ['brand IN ^("a")', ['[']],
  ['brand IN [^]', ['string']],
  ['brand IN ["a",^]', ['string']],
  ['brand IN ["a" ^"b"]', [',', ']']],
  ['brand IN ["a"^', [',', ']']],
  ['price IN [1, ^"two"]', ['number']],
  ['price 10 ^20', ['..']],
  ['price 10 .. ^', ['number']],
  ['price ^.. 20', ofNumber],
  ['width 10 cm .. 2 ^kg', lengths],
  ['brand ^"a" .. "b"', equality],
  // Parentheses
  ['(brand = "a"^', ['AND', 'OR', ')']],
  ['(brand = "a" ^price < 5)', ['AND', 'OR', ')']],
  ['((brand = "a")^', ['AND', 'OR', ')']],
  [`${'('.repeat(10)}^(price = 1${')'.repeat(11)}`, ['field']],
  // Places
  ['_geo_radius(^)', latitude],
  ['_geo_radius(^91, 0, 10)', latitude],
  ['_geo_radius(48.1, ^181, 10)', longitude],
  ['_geo_radius(48.1, 11.5^)', [',']],
  ['_geo_radius(48.1, 11.5, ^-5)', ['distance in metres']],
  ['_geo_radius(48.1, 11.5, 5^', [')']],
  ['_geo_box(48.1, 11.5, 47.9, ^"12")', longitude],
  ['_geo_box(48.1, 11.5, 47.9, 12^, 13)', [')']],
  // Bounds
  [`${'price = 1 OR '.repeat(200)}^price = 2`, ['end of filter']],
  [`price IN [${'1,'.repeat(1_000)}^2]`, [']']],
  [`${' '.repeat(8_192)}^price = 2`, ['end of filter']],
];

test.each(wrong)('%s', (marked, expected) => {
  const position = marked.indexOf('^');
  const text = marked.replace('^', '');
  expect(faultOf(text)).toEqual({ place: position, expected });
});

test('the table has at least 80 wrong filters', () => {
  expect(wrong.length).toBeGreaterThanOrEqual(80);
});

test.each([
  ['prise < 5', "There is no field 'prise'. Did you mean 'price'?"],
  ['quantity < 5', "There is no field 'quantity'."],
  ['price < ', "Expected a value after '<'."],
  ['brand = Acme', "Expected a value after '=', got 'Acme'. Text needs quotes."],
  ['width < 2 kg', "'2 kg' has no unit that converts to cm, the unit of 'width'."],
  ['price < 2 kg', "The field 'price' has no unit."],
  ['released > 20241', "Expected date, such as 2024-05-01 or 2024-05-01T10:30:00Z, got '20241'."],
  ['brand < "a"', "The keyword field 'brand' does not take '<'."],
  ['place = 5', "The geo field 'place' does not take '='; use _geo_radius or _geo_box."],
  ['brand = "Acme', 'The text that begins at 8 has no closing ".'],
])('%s is refused in words that help', (text, message) => {
  expect(() => parseFilter(text, shop)).toThrow(message);
});

test('functions of places are refused without a field of places, and fields of access lists are no fields of filters', () => {
  const fields = filterFieldsOf([fieldRow('users', 'keyword')], { acl: { field: 'users' } });
  expect(() => parseFilter('_geo_radius(1, 2, 3)', fields)).toThrow(
    'No field that can be filtered holds places.',
  );
  expect(() => parseFilter('users = "user:ann"', fields)).toThrow("The field 'users' is not filterable.");
});

test('a filter of 8,192 characters is read or refused in bounded stack, however it nests', () => {
  const longest = 8_192;
  for (const piece of [
    '(',
    'NOT ',
    'NOT(',
    '((((((((((price=1',
    'price=1 AND ',
    '"\\',
    '`',
    '[',
    'price IN[',
    '.',
    'price 1..',
    'price 1 cm ',
  ])
    expect(faultOf(piece.repeat(longest / piece.length).slice(0, longest))).not.toBeNull();
});

function faultOf(text: string) {
  try {
    parseFilter(text, shop);
    return null;
  } catch (error) {
    if (!(error instanceof FilterInvalid)) throw error;
    return { place: error.place, expected: error.expected };
  }
}
