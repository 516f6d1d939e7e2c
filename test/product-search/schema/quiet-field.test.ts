import { type ObjectSettings } from '../../../src/domain/products/settings';
import { addRecord, createSummary, declaredFields, inferFieldTable } from '../../../src/product-search';

const many = (make: (place: number) => unknown) => Array.from({ length: 100 }, (_, place) => make(place));

function rowFor(name: string, values: readonly unknown[], settings: ObjectSettings = {}) {
  const summary = createSummary(declaredFields(settings));
  for (const value of values) addRecord(summary, value === undefined ? { other: 'x' } : { [name]: value });
  return inferFieldTable(summary, { settings, idField: null }).table.fields.find(({ path }) => path[0] === name)!;
} // prettier-ignore

/** The number of an article with its check digit. */
function ean(place: number): string {
  const digits = String(400_638_100_000 + place);
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
} // prettier-ignore

test.each<[string, string, unknown[]]>([
  ['links', 'a', many((place) => `https://shop.example/p/${place}`)],
  ['links without a scheme', 'a', many((place) => `//cdn.example/p/${place}`)],
  ['paths of files', 'a', many((place) => `/m/h/mh01-${place}_main.jpg`)],
  ['names of files', 'a', many((place) => `picture ${place}.png`.replace(' ', '-'))],
  [
    'lists of links',
    'a',
    many((place) => `https://a.example/${place}.jpg, https://a.example/${place}-2.jpg`),
  ],
  ['a constant text', 'a', many(() => 'new product')],
  ['a constant number', 'a', many(() => 1)],
  ['a constant boolean', 'a', many(() => true)],
  ['a counter of rows', 'a', many((place) => place + 1)],
  ['a counter of rows as text', 'a', many((place) => `${place + 1}`)],
  ['positions', 'position', many((place) => place % 7)],
  ['ids of other things', 'tax_class_id', many((place) => place % 7)],
])('%s are neither searched nor a facet', (_, name, values) => {
  expect(rowFor(name, values)).toMatchObject({ searchable: false, facet: false });
});

test.each<[string, string, unknown[]]>([
  ['a value that few records have', 'a', many((place) => (place < 5 ? 'sale' : undefined))],
  ['a constant brand', 'brand', many(() => 'Acme')],
  ['numbers that do not count', 'a', many((place) => (place * 7) % 13)],
])('%s is searched', (_, name, values) => {
  expect(rowFor(name, values)).toMatchObject({ searchable: true });
});

test('the settings of a field come before what its values suggest', () => {
  const settings: ObjectSettings = { fields: { position: { facet: true, searchable: true } } };
  expect(rowFor('position', many((place) => place % 7), settings)).toMatchObject({ searchable: true, facet: true });
}); // prettier-ignore

test.each<[string, unknown[]]>([
  ['as texts', many(ean)],
  ['as numbers', many((place) => Number(ean(place)))],
])('numbers of articles are identifiers under any name, %s', (_, values) => {
  expect(rowFor('a', values)).toMatchObject({ type: 'identifier', searchable: true, facet: false });
});

test('thirteen digits without check digits are no numbers of articles', () => {
  expect(rowFor('a', many((place) => 4_006_381_000_000 + place * 7)).type).toBe('number');
}); // prettier-ignore
