import { type ObjectSettings } from '../../../src/domain/products/settings';
import { addRecord, createSummary, declaredFields, inferFieldTable } from '../../../src/product-search';
import { columnValue, fieldValues } from '../../../src/product-search/values/column-value';

function rowFor(values: readonly unknown[], settings: ObjectSettings = {}, name = 'a') {
  const summary = createSummary(declaredFields(settings));
  for (let place = 0; place < 100; place++) addRecord(summary, { [name]: values[place % values.length] });
  return inferFieldTable(summary, { settings, idField: null }).table.fields[0]!;
}

test.each<[string, string[], string, number]>([
  ['commas', ['red, blue', 'red', 'green, blue'], ',', 3],
  ['bars', ['a|b', 'b|c', 'a'], '|', 3],
  ['semicolons', ['x; y', 'y; z', 'z;x'], ';', 3],
  ['paths of categories', ['Clothing > Tops, Sale', 'Clothing > Tops', 'Clothing > Shoes, Sale'], ',', 3],
  ['sizes', ['38,39,40', '39,40,41', '38,40,41'], ',', 4],
])('values that are lists in one text become lists: %s', (_, values, separator, distinct) => {
  const row = rowFor(values);
  expect(row).toMatchObject({ type: 'enum', list: true, distinct, facet: true, notation: { separator } });
  expect(fieldValues(row, values[0]).map((value) => columnValue(row, value))).toEqual(
    values[0]!.split(separator).map((part) => part.trim()),
  );
});

test.each<[string, string[]]>([
  ['parts that never repeat', ['Doe, Jane', 'Roe, Richard', 'Poe, Edgar']],
  ['a value of its own', ['Korea, Republic of', 'Norway', 'Chile', 'Peru']],
  ['sentences', ['It is red, blue. Or not.', 'It is green, blue. Or not.', 'It is red. Or not.']],
  ['numbers', ['1,5', '2,5', '3,25']],
])('values with separators stay whole: %s', (_, values) => {
  expect(rowFor(values)).toMatchObject({ list: false });
});

test('settings keep a text whole', () => {
  const values = ['red, blue', 'red', 'green, blue'];
  expect(rowFor(values, { fields: { a: { list: false } } })).toMatchObject({ list: false, distinct: 3 });
  expect(rowFor(values, { fields: { a: { type: 'keyword' } } })).toMatchObject({ list: false });
  expect(rowFor(values, { fields: { a: { type: 'keyword', list: true } } })).toMatchObject({
    notation: { separator: ',' },
  });
});

test('a brand with a comma in its name stays whole', () => {
  expect(rowFor(['Acme, Inc.', 'Acme', 'Bolt, Inc.', 'Inc.'], {}, 'brand')).toMatchObject({ list: false });
});
