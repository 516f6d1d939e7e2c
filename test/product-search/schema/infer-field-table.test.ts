import { type FieldRow } from '../../../src/domain/products/field-table';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import {
  addRecord,
  createSummary,
  declaredFields,
  inferFieldTable,
  isFatal,
} from '../../../src/product-search';
import { realRecords, withRealRecords } from '../real-records';

function infer(records: readonly object[], settings: ObjectSettings = {}, idField: string | null = null) {
  const summary = createSummary(declaredFields(settings));
  for (const record of records) addRecord(summary, record);
  const inferred = inferFieldTable(summary, { settings, idField });
  return { ...inferred, fatalBadValues: inferred.badValues.filter(isFatal) };
}

/** The row of a field of 100 records, its values cut out of a list again and again. */
function rowFor(name: string, values: readonly unknown[], settings: ObjectSettings = {}): FieldRow {
  const records = Array.from({ length: 100 }, (_, place) => ({ [name]: values[place % values.length] }));
  return infer(records, settings).table.fields[0]!;
}

const many = (make: (place: number) => unknown) => Array.from({ length: 100 }, (_, place) => make(place));

test.each<[string, string, unknown[], Partial<FieldRow>]>([
  ['true and false', 'a', [true, false], { type: 'bool' }],
  ['true and false as text', 'a', ['true', 'FALSE'], { type: 'bool' }],
  ['ones and zeros', 'a', ['0', '1'], { type: 'number' }],
  ['numbers', 'a', [1, 2.5, '3'], { type: 'number', unit: null }],
  ['codes with leading zeros', 'zip', ['01234', '99515'], { type: 'enum' }],
  ['numbers with a unit', 'a', ['12 kg', '500 g', '3 kg'], { type: 'number', unit: 'kg' }],
  ['a unit in the name', 'width_cm', [3, 4.5], { type: 'number', unit: 'cm' }],
  ['another unit in the values than in the name', 'width_cm', ['3 in', '4 in'], { type: 'number', unit: 'cm' }],
  ['prices with a sign', 'a', ['$18.00', '$1,250'], { type: 'number', unit: 'USD' }],
  ['two quantities in equal parts', 'a', ['12 kg', '3 cm'], { type: 'enum' }],
  ['ISO dates', 'a', ['2024-02-29', '2024-01-01T10:00:00Z'], { type: 'date', facet: false, sortable: true }],
  ['dates of mails', 'a', ['Thu, 29 Feb 2024 01:00:00 +0100'], { type: 'date' }],
  ['epochs in a field of times', 'created_at', [1_700_000_000, 1_700_000_000_000], { type: 'date' }],
  ['epochs elsewhere', 'views', [1_700_000_000], { type: 'number' }],
  ['counts in a field whose name has a date in it', 'update_count', [5, 7], { type: 'number' }],
  ['places', 'a', [{ lat: 1, lng: 2 }], { type: 'geo' }],
  ['pairs of numbers in a field of places', 'location', [[11.5, 48.1]], { type: 'geo' }],
  ['pairs of numbers elsewhere', 'a', [[11.5, 48.1]], { type: 'number', list: true }],
  ['web addresses', 'a', ['https://a.example/1', 'http://b.example'], { type: 'url' }],
  ['codes that differ', 'a', many((place) => `AB-${place}`), { type: 'identifier', format: null }],
  ['codes of capitals', 'a', many((place) => `X${String.fromCharCode(65 + (place % 26), 65 + (place / 26))}`), { type: 'identifier' }],
  ['few short values', 'a', ['red', 'green'], { type: 'enum', values: null }],
  ['21 short values', 'a', Array.from({ length: 21 }, (_, place) => `c ${place}`), { type: 'keyword' }],
  ['a value of 41 characters', 'a', ['x y'.padEnd(41, 'z')], { type: 'keyword' }],
  ['a value of 65 characters', 'a', ['x y'.padEnd(65, 'z')], { type: 'text' }],
  ['sentences', 'a', many((place) => `It is ${place}. Really.`), { type: 'text' }],
  ['towns with an abbreviation', 'a', many((place) => `St. Louis ${place % 30}`), { type: 'keyword' }],
  ['objects', 'a', [{ b: 1 }], { type: 'children' }],
  ['lists of labels', 'a', [['x', 'y'], ['z']], { type: 'enum', list: true }],
  ['nothing', 'a', [null, '', ' '], { type: 'text', present: 0, distinct: 0 }],
])('%s', (_, name, values, expected) => {
  expect(rowFor(name, values)).toMatchObject(expected);
}); // prettier-ignore

test.each([
  [98, 'number'],
  [97, 'text'],
] as const)('a type wins when %d %% of the values fit: %s', (count, type) => {
  const values = many((place) => (place < count ? place : `It is ${place}. Really.`));
  expect(rowFor('a', values).type).toBe(type);
});

test('49 records are too few for an enum', () => {
  const records = Array.from({ length: 49 }, () => ({ a: 'red wine' }));
  expect(infer(records).table.fields[0]).toMatchObject({ type: 'keyword' });
});

test('objects and lists of objects are children, and lists of them hold lists', () => {
  const { table } = infer([
    { dimensions: { width: { value: 3 } }, variants: [{ color: 'red' }, { color: 'blue' }], __proto__: null },
    JSON.parse('{"__proto__": {"a.b": 1}, "dimensions": null}') as object,
  ]);
  expect(table.fields.map(({ path, type, list, present }) => [path, type, list, present])).toEqual([
    [['dimensions'], 'children', false, 0.5],
    [['dimensions', 'width'], 'children', false, 0.5],
    [['dimensions', 'width', 'value'], 'number', false, 0.5],
    [['variants'], 'children', true, 0.5],
    [['variants', 'color'], 'keyword', true, 0.5],
    [['__proto__'], 'children', false, 0.5],
    [['__proto__', 'a.b'], 'number', false, 0.5],
  ]);
});

test.each([
  ['isin', ['US0378331005', 'DE000BAY0017', 'US5949181045', 'GB0002634946', 'not-1'], 'isin'],
  ['cusip', ['037833100', '38259P508', '594918104', '17275R102', 'XX-1'], 'cusip'],
  ['diagnoses', ['E11.9', 'J45.909', 'I10', 'M54.5', 'K21.9'], 'icd10'],
  ['shelves', ['A01', 'B12', 'C33', 'D04', 'E05'], null],
  ['three of five', ['US0378331005', 'DE000BAY0017', 'US5949181045', 'not-1', 'not-2'], null],
])('the format of an identifier is that of 80 %% of its values: %s', (_, values, format) => {
  const { table } = infer(values.map((code) => ({ code })), { identifiers: ['code'] }); // prettier-ignore
  expect(table.fields[0]).toMatchObject({ type: 'identifier', format });
});

const prices = (bad: number) => many((place) => ({ cost: place < bad ? 'call us' : place })) as object[];

test('bad values of a declared type are counted, and left empty up to a half', () => {
  const { badValues, fatalBadValues, jobWarnings } = infer(prices(50), {
    fields: { cost: { type: 'number' } },
  });
  expect(badValues).toEqual([
    { field: 'cost', type: 'number', bad: 50, of: 100, examples: ["'call us'", "'call us'", "'call us'"] },
  ]);
  expect(fatalBadValues).toEqual([]);
  expect(jobWarnings).toEqual([expect.objectContaining({ code: 'BAD_VALUES' })]);
});

test('more bad values than half of a declared type fail a build', () => {
  const { fatalBadValues, jobWarnings } = infer(prices(51), { fields: { cost: { type: 'number' } } });
  expect(fatalBadValues).toEqual([expect.objectContaining({ field: 'cost', bad: 51, of: 100 })]);
  expect(jobWarnings).toEqual([]);
});

test('a few bad values of an inferred type are counted too', () => {
  const { table, badValues, fatalBadValues } = infer(prices(2));
  expect(table.fields[0]!.type).toBe('number');
  expect(badValues).toEqual([expect.objectContaining({ field: 'cost', bad: 2, of: 100 })]);
  expect(fatalBadValues).toEqual([]);
});

test('a field whose name promises numbers is read as text when more than half are none', () => {
  const { table, jobWarnings, fatalBadValues } = infer(prices(60).map((record) => ({ price: (record as { cost: unknown }).cost })));
  expect(table.fields[0]).toMatchObject({ type: 'text' });
  expect(jobWarnings).toEqual([expect.objectContaining({ code: 'TYPE_FALLBACK' })]);
  expect(fatalBadValues).toEqual([]);
}); // prettier-ignore

test('a field of numbers and words is read as words, and a warning says so', () => {
  const { table, jobWarnings } = infer(prices(60));
  expect(table.fields[0]).toMatchObject({ type: 'keyword', inferredType: 'keyword' });
  expect(jobWarnings).toEqual([expect.objectContaining({ code: 'TYPE_FALLBACK' })]);
});

test('a closed enum counts the values outside of it', () => {
  const settings: ObjectSettings = { fields: { size: { type: 'enum', values: ['S', 'M'] } } };
  const { badValues } = infer(many((place) => ({ size: ['S', 'M', 'XL'][place % 3] })) as object[], settings);
  expect(badValues).toEqual([expect.objectContaining({ field: 'size', type: 'enum', bad: 33, of: 100 })]);
});

test('number and date facets are reported with the reason why they have no counts', () => {
  const records = Array.from({ length: 1_200 }, (_, place) => ({
    cost: place,
    rank: place % 7,
    at: '2024-02-29',
  }));
  const { facetReport } = infer(records, { facets: ['cost', 'rank', 'at'] });
  expect(facetReport.map(({ field, facetCounts }) => [field, facetCounts])).toEqual([
    ['cost', false],
    ['rank', true],
    ['at', false],
  ]);
  expect(facetReport[0]!.reason).not.toBeNull();
});

test('columns are numbered over the fields that filter, count, sort or group', () => {
  const { table } = infer([{ body: 'It is. Really.', a: 1, b: 'x y', c: { d: true } }]);
  expect(table.fields.map(({ path, column }) => [path.join('.'), column])).toEqual([
    ['body', null],
    ['a', 'f0'],
    ['b', 'f1'],
    ['c', null],
    ['c.d', 'f2'],
  ]);
});

withRealRecords('real records', () => {
  test('airports: places, codes, numbers; objectID is the id', () => {
    const { table } = infer(realRecords('airports'), {}, 'objectID');
    expect(Object.fromEntries(table.fields.map(({ path, type }) => [path.join('.'), type]))).toEqual({
      name: 'text',
      city: 'keyword',
      country: 'keyword',
      iata_code: 'identifier',
      _geoloc: 'geo',
      links_count: 'number',
      objectID: 'identifier',
    });
  });

  test('contacts: telephone numbers are codes, addresses are urls, ZIP codes with zeros are no numbers', () => {
    const { table } = infer(realRecords('contacts'));
    const types = Object.fromEntries(table.fields.map(({ path, type }) => [path.join('.'), type]));
    expect(types).toMatchObject({ phone: 'identifier', web: 'url', zip: 'keyword', followers: 'number' });
  });

  test('prices that say "call us" in most records fail a declared number', () => {
    const records = realRecords('magento').map((record, place) => (place % 5 < 3 ? { ...record, price: 'call us' } : record));
    const declared = infer(records, { fields: { price: { type: 'number' } } });
    expect(declared.fatalBadValues).toEqual([expect.objectContaining({ field: 'price', bad: 1_197, of: 1_994 })]);
    expect(infer(records).jobWarnings.map(({ code }) => code)).toEqual(['TYPE_FALLBACK']);
  }); // prettier-ignore
});

test('members of a skipped object are no fields, however many there are', () => {
  const dependencies = Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`package-${n}`, '1.0.0']));
  const records = [{ name: 'a', dependencies }, { name: 'b', dependencies: [{ a: 1 }, { b: 2 }] }];
  expect(() => infer(records)).toThrow(/Most are members of dependencies \(\d+\): .*the type skip/);
  const { table } = infer(records, { fields: { dependencies: { type: 'skip' } } });
  expect(table.fields.map(({ path, type }) => [path, type])).toEqual([
    [['name'], 'text'],
    [['dependencies'], 'skip'],
  ]);
}); // prettier-ignore

test('too many fields of the records themselves are blamed on no object', () => {
  const fields = Object.fromEntries(Array.from({ length: 1_200 }, (_, n) => [`field-${n}`, 1]));
  expect(() => infer([{ size: { width: 1, height: 2 } }, fields])).toThrow(/different fields\.$/);
});
