import { type FieldRow } from '../../../src/domain/products/field-table';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import { addRecord, createSummary, declaredFields, inferFieldTable } from '../../../src/product-search';
import { columnValue } from '../../../src/product-search/values/column-value';

/** A field of 100 records, its values cut out of a list again and again. */
function infer(values: readonly unknown[], { name = 'a', settings = {} }: { name?: string; settings?: ObjectSettings } = {}) {
  const summary = createSummary(declaredFields(settings));
  for (let place = 0; place < 100; place++) addRecord(summary, { [name]: values[place % values.length] });
  const inferred = inferFieldTable(summary, { settings, idField: null });
  const row: FieldRow = inferred.table.fields[0]!;
  return { ...inferred, row, column: values.map((value) => columnValue(row, value)) };
} // prettier-ignore

test.each<[string, unknown[], unknown[], string | null]>([
  ['a decimal comma', ['1.050', '12,50', '1.999,00'], [1050, 12.5, 1999], null],
  ['a decimal point', ['1.050', '12.5', '1,999.00'], [1.05, 12.5, 1999], null],
  ['millions with points', ['1.234.567', '1.050'], [1_234_567, 1050], null],
  ['a zero before the mark', ['0.125', '1.050'], [0.125, 1.05], null],
  ['a price without cents', ['5,-', '1.050'], [5, 1050], null],
  ['euros', ['1.050 €', '€ 2.500'], [1050, 2500], 'EUR'],
  ['dollars', ['$1,050', '$2,500'], [1050, 2500], 'USD'],
  ['a German price', ['1.999,00 €', '5,- €', '89,90 €'], [1999, 5, 89.9], 'EUR'],
  ['codes on either side', ['EUR 12,50', '3,00 EUR'], [12.5, 3], 'EUR'],
  ['thousands with blanks', ['12 500', '1 000,5'], [12_500, 1000.5], null],
  ['percentages', ['19 %', '7%', '5.5 %'], [19, 7, 5.5], null],
  ['ratings', ['4.5/5', '3/5'], [4.5, 3], null],
  ['times', ['1 h 30 min', '2 h', '45 min'], [90, 120, 45], 'min'],
  ['times in hours alone', ['2 h', '3 h'], [2, 3], 'h'],
])('numbers are read as the whole column writes them: %s', (_, values, expected, unit) => {
  const { row, column, jobWarnings } = infer(values);
  expect(row).toMatchObject({ type: 'number', unit });
  expect(column).toEqual(expected);
  expect(jobWarnings).toEqual([]);
});

test.each([
  ['1.050', '2.300'],
  ['1,050', '2,300'],
  ['03/04/2024', '01/02/2024'],
])('a column of %s and %s could be either: it stays text, and a warning says so', (...values) => {
  const { row, jobWarnings } = infer(values);
  expect(row.type).toBe('text');
  expect(jobWarnings).toEqual([expect.objectContaining({ code: 'TYPE_FALLBACK' })]);
});

test('a price whose mark no value decides stays text', () => {
  const { row, jobWarnings } = infer(['1.050', '2.300'], { name: 'price' });
  expect(row.type).toBe('text');
  expect(jobWarnings).toEqual([expect.objectContaining({ code: 'TYPE_FALLBACK' })]);
});

test('the few values of another notation are bad', () => {
  const values = Array.from({ length: 100 }, (_, place) => (place === 7 ? '1,234.50' : `${place},50`));
  const { row, badValues } = infer(values);
  expect(row.type).toBe('number');
  expect(badValues).toEqual([expect.objectContaining({ bad: 1, of: 100 })]);
});

test.each<[string, unknown[], number[]]>([
  ['day first', ['13/02/2024', '03/04/2024'], [Date.UTC(2024, 1, 13), Date.UTC(2024, 3, 3)]],
  ['month first', ['02/13/2024', '03/04/2024'], [Date.UTC(2024, 1, 13), Date.UTC(2024, 2, 4)]],
  ['dots', ['01.02.2024', '03.04.2024'], [Date.UTC(2024, 1, 1), Date.UTC(2024, 3, 3)]],
  ['year first', ['2024/03/01', '2024-3-1'], [Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 1)]],
  ['month names', ['1. März 2024', '3 mars 2024'], [Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 3)]],
  ['a clock', ['5/17/21, 11:31 AM', '5/7/21, 1:05 PM'], [Date.UTC(2021, 4, 17, 11, 31), Date.UTC(2021, 4, 7, 13, 5)]],
])('dates are read as the whole column writes them: %s', (_, values, expected) => {
  const { row, column, jobWarnings } = infer(values);
  expect(row.type).toBe('date');
  expect(column).toEqual(expected);
  expect(jobWarnings).toEqual([]);
}); // prettier-ignore

test.each(['1.2.10', '10.0.3', '3/4', 'B. 1 March', '2024'])('%s is no date', (text) => {
  expect(infer([text]).row.type).not.toBe('date');
});

test('a declared number and a declared date read the same forms', () => {
  const number = infer(['1.050', '12,50 €'], { settings: { fields: { a: { type: 'number' } } } });
  expect(number.column).toEqual([1050, 12.5]);
  expect(number.badValues).toEqual([]);
  const date = infer(['13/02/2024', '03/04/2024'], { settings: { fields: { a: { type: 'date' } } } });
  expect(date.column).toEqual([Date.UTC(2024, 1, 13), Date.UTC(2024, 3, 3)]);
  expect(date.badValues).toEqual([]);
});

test('no declared date is silently one of 1970: what no value decides is bad', () => {
  const { column, badValues } = infer(['03/04/2024', 12, 0], {
    settings: { fields: { a: { type: 'date' } } },
  });
  expect(column).toEqual([null, null, null]);
  expect(badValues).toEqual([expect.objectContaining({ field: 'a', bad: 100, of: 100 })]);
});

test('the worst texts are read in bounded time', () => {
  const worst = ['1 '.repeat(24), '1.'.repeat(24), '1h'.repeat(24), "1'".repeat(24), `1${' '.repeat(46)}x`, '1-1-'.repeat(12), 'a '.repeat(20) + '2024', '9'.repeat(48), `${'1 h '.repeat(11)}1`]; // prettier-ignore
  for (const text of worst) expect(infer([text, text.repeat(10_000)]).row.type).not.toBe('date');
});
