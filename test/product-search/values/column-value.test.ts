import { keywordCharsMax } from '../../../src/domain/products/field-table';
import {
  columnValue,
  valueFault,
  type ValueField,
  valuesOf,
} from '../../../src/product-search/values/column-value';

const field = (type: ValueField['type'], rest: Partial<ValueField> = {}): ValueField => ({
  type,
  unit: null,
  values: null,
  ...rest,
});
const day = Date.UTC(2024, 1, 29);
const written = { decimalMark: null, dateOrder: null, separator: null };
const comma = field('number', { notation: { ...written, decimalMark: 'comma' } });
const point = field('number', { notation: { ...written, decimalMark: 'point' } });
const byDay = field('date', { notation: { ...written, dateOrder: 'day' } });
const byMonth = field('date', { notation: { ...written, dateOrder: 'month' } });

test.each<[string, ValueField, unknown, unknown]>([
  ['a number', field('number'), 19.9, 19.9],
  ['a number as text', field('number'), ' 1,234.50 ', 1234.5],
  ['a number with a decimal comma', field('number'), '1.234,50', 1234.5],
  ['a number by the mark of its column', comma, '1.050', 1050],
  ['the same number by the other mark', point, '1.050', 1.05],
  ['thousands with blanks', field('number'), '12 500,5', 12_500.5],
  ['thousands with narrow blanks', field('number'), '1\u202f999,00 €', 1_999],
  ['thousands of Switzerland', field('number'), "1'234.50", 1_234.5],
  ['a price of whole euros', field('number'), '1.050,-', 1_050],
  ['a price of whole francs', field('number'), 'CHF 5.–', 5],
  ['a percentage', field('number'), '19,5 %', 19.5],
  ['a rating', field('number'), '4.5/5', 4.5],
  ['a negative price', field('number'), '-€ 4,50', -4.5],
  ['a price with sign and code', field('number'), '$18.00 USD', 18],
  ['a time of two parts', field('number', { unit: 'min' }), '1 h 30 min', 90],
  ['a time without its last unit', field('number', { unit: 'min' }), '1h30', 90],
  ['a time in German', field('number', { unit: 'h' }), '2 Std. 15 Min.', 2.25],
  ['a time of ISO 8601', field('number', { unit: 'min' }), 'PT1H30M', 90],
  ['a unit in Italian', field('number', { unit: 'cm' }), '2 metri', 200],
  ['a number with a leading zero', field('number'), '007', 7],
  ['a number with a unit', field('number'), '12 kg', 12],
  ['a number with a currency in front', field('number'), '$18.00', 18],
  ['a number with a currency behind', field('number'), '18 EUR', 18],
  ['another unit of the same quantity', field('number', { unit: 'g' }), '12.1 kg', 12_100],
  ['an inch mark', field('number', { unit: 'cm' }), '3.5"', 8.89],
  ['degrees, which have no common zero', field('number', { unit: '°C' }), '212 °F', 100],
  ['a plain number, which is in the unit of the field', field('number', { unit: 'cm' }), 5, 5],
  ['a unit that no table knows', field('number', { unit: 'pcs' }), '12 pcs', 12],
  ['a spelled-out unit', field('number', { unit: 'Inches' }), '1 foot', 12],
  ['an ISO day', field('date'), '2024-02-29', day],
  ['an ISO time with a zone', field('date'), '2024-02-29T02:00:00.5+02:00', day + 500],
  ['an ISO time without a zone', field('date'), '2024-02-29 00:00', day],
  ['a date of a mail', field('date'), 'Thu, 29 Feb 2024 01:00:00 +0100', day],
  ['a day with dots', field('date'), '29.02.2024', day],
  ['a day with dots that could be a month', field('date'), '03.04.2024', Date.UTC(2024, 3, 3)],
  ['a day first by its number', field('date'), '29/02/2024', day],
  ['a month first by its number', field('date'), '2/29/2024', day],
  ['a day first by the column', byDay, '03/04/2024', Date.UTC(2024, 3, 3)],
  ['a month first by the column', byMonth, '03/04/2024', Date.UTC(2024, 2, 4)],
  ['a short year with a clock', byMonth, '2/29/24, 10:15 PM', day + 80_100_000],
  ['noon and midnight', byMonth, '2/29/24, 12:00 AM', day],
  ['a German date', field('date'), '29. Februar 2024', day],
  ['a French date', field('date'), '29 févr. 2024', day],
  ['a Spanish date', field('date'), '29 de febrero de 2024', day],
  ['an Italian date', field('date'), '29 febbraio 2024', day],
  ['a Dutch date', field('date'), '29 feb 2024', day],
  ['a Portuguese date', field('date'), '29 de fevereiro de 2024', day],
  ['an English date', field('date'), 'February 29th, 2024', day],
  ['a date with dashes', field('date'), '29-Feb-2024', day],
  ['a time of an export', field('date'), '2024-02-29 10:15:00 -0500', day + 54_900_000],
  ['a number that begins with its point', field('number'), '.5', 0.5],
  ['a number of 16 digits', field('number'), '9007199254740992', 9_007_199_254_740_992],
  ['a year', field('date'), 2024, Date.UTC(2024, 0)],
  ['a year as text', field('date'), '1492', Date.UTC(1492, 0)],
  ['a year and a month', field('date'), '2024-02', Date.UTC(2024, 1)],
  ['a day without signs', field('date'), '20240229', day],
  ['a day without signs as a number', field('date'), 20240229, day],
  ['a day with slashes', field('date'), '2024/02/29', day],
  ['a day and a month of one digit', field('date'), '2024-2-29', day],
  ['an epoch in seconds', field('date'), day / 1000, day],
  ['an epoch in milliseconds as text', field('date'), String(day), day],
  ['a place by names', field('geo'), { lat: 48.1, lng: 11.5 }, { lat: 48.1, lon: 11.5 }],
  ['a place by longitude and latitude', field('geo'), [11.5, 48.1], { lat: 48.1, lon: 11.5 }],
  ['a GeoJSON point', field('geo'), { type: 'Point', coordinates: [11.5, 48.1] }, { lat: 48.1, lon: 11.5 }],
  ['a place as text', field('geo'), '48.1, 11.5', { lat: 48.1, lon: 11.5 }],
  ['yes', field('bool'), 'Yes', true],
  ['zero as false', field('bool'), 0, false],
  ['a value of the closed set', field('enum', { values: ['S', 'M'] }), 'M', 'M'],
  ['a number as a keyword', field('keyword'), 1.5, '1.5'],
])('a column holds %s', (_, ofField, value, expected) => {
  expect(columnValue(ofField, value)).toEqual(expected);
  expect(valueFault(ofField, value)).toBeNull();
});

test.each<[ValueField, unknown, string]>([
  [field('number'), 'call us', "expected number, got 'call us'"],
  [field('number'), '12 parsecs', "expected number, got '12 parsecs'"],
  [field('number'), '1.234,5,0', "expected number, got '1.234,5,0'"],
  [comma, '1,234.50', "expected number, got '1,234.50'"],
  [point, '1.234,50', "expected number, got '1.234,50'"],
  [byDay, '02/29/2024', "expected date, got '02/29/2024'"],
  [field('number', { unit: 'cm' }), '12 kg', "expected number in cm, got '12 kg'"],
  [field('number', { unit: 'USD' }), '12 EUR', "expected number in USD, got '12 EUR'"],
  [
    field('number'),
    '9007199254740993',
    "expected number, got '9007199254740993'; a number has at most the digits that a double keeps, the type identifier has all",
  ],
  [
    field('number'),
    '1e400',
    "expected number, got '1e400'; a number has at most the digits that a double keeps, the type identifier has all",
  ],
  [field('number'), true, 'expected number, got true'],
  [field('date'), '2023-02-29', "expected date, got '2023-02-29'"],
  [field('date'), '20240230', "expected date, got '20240230'"],
  [field('date'), '2024-13', "expected date, got '2024-13'"],
  [field('date'), '2024/02-29', "expected date, got '2024/02-29'"],
  [field('date'), 0, 'expected date, got 0'],
  [field('date'), -1, 'expected date, got -1'],
  [field('date'), 123, 'expected date, got 123'],
  [field('date'), 631_151_999, 'expected date, got 631151999'],
  [field('date'), 4_102_444_800, 'expected date, got 4102444800'],
  [field('date'), '1e400', "expected date, got '1e400'"],
  [field('date'), 'soon', "expected date, got 'soon'"],
  [field('geo'), { lat: 91, lng: 0 }, 'expected geo, got {"lat":91,"lng":0}'],
  [field('geo'), [200, 0], 'expected geo, got [200,0]'],
  [field('bool'), 'maybe', "expected bool, got 'maybe'"],
  [field('enum', { values: ['S', 'M'] }), 'XXL', "expected one of 'S, M', got 'XXL'"],
  [field('enum'), { size: 'S' }, 'expected enum, got {"size":"S"}'],
  [field('number'), 'x'.repeat(100), `expected number, got '${'x'.repeat(59)}…`],
])('a bad value of %j is left out and named: %j', (ofField, value, message) => {
  expect(columnValue(ofField, value)).toBeNull();
  expect(valueFault(ofField, value)).toBe(message);
});

test.each([null, undefined, '', '  '])('an empty value %j is never bad', (value) => {
  expect(valueFault(field('number'), value)).toBeNull();
  expect(columnValue(field('number'), value)).toBeNull();
});

test('types that take any scalar have no bad values', () => {
  for (const type of ['text', 'keyword', 'identifier', 'url', 'children', 'skip'] as const)
    expect(valueFault(field(type), { any: 'thing' })).toBeNull();
});

test('a label that is longer than a column holds is not in it', () => {
  const longest = 'ä'.repeat(keywordCharsMax);
  // Compared as a boolean, so that a failure does not print the text.
  expect(columnValue(field('keyword'), longest) === longest).toBe(true);
  expect(columnValue(field('keyword'), `${longest}ä`) === null).toBe(true);
});

test('lists give their single values, and a pair of numbers is one place', () => {
  expect(valuesOf('keyword', ['a', null, ['b', '']])).toEqual(['a', 'b']);
  expect(valuesOf('geo', [11.5, 48.1])).toEqual([[11.5, 48.1]]);
  expect(valuesOf('geo', [[11.5, 48.1], [2.3, 48.8]])).toEqual([[11.5, 48.1], [2.3, 48.8]]); // prettier-ignore
  expect(valuesOf('number', [11.5, 48.1])).toEqual([11.5, 48.1]);
});
