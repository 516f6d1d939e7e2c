import fc from 'fast-check';
import { fieldsPerIndexMax } from '../../../src/domain/products/limits';
import { type ObjectSettings } from '../../../src/domain/products/settings';
import {
  addRecord,
  createSummary,
  declaredFields,
  decodeSummary,
  encodeSummary,
  inferFieldTable,
  mergeSummaries,
  TooManyFields,
} from '../../../src/product-search';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const settings: ObjectSettings = {
  fields: { price: { type: 'number', unit: 'USD' }, size: { type: 'enum', values: ['S', 'M'] } },
  facets: ['size', 'tags'],
};

const value = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constantFrom('', null, 'true', '12 kg', '3.5 in', '2024-02-29', 'https://a.example/b', 'US0378331005', 'E11.9'),
  fc.constantFrom('red, blue', 'blue', 'a|b, c', 'x; y', 'A text, with words. And more, of them.', '1', '2', '3', '4006381333931'),
  fc.constantFrom('1.050', '12,50', '13/02/2024', '03/04/2024', '1 h 30 min', 'N/A', 'A short phrase'),
  fc.constantFrom('S', 'M', 'XL', '$5', '7 EUR', 'A sentence. And another one!'),
  fc.record({ lat: fc.integer({ min: -90, max: 90 }), lng: fc.integer({ min: -180, max: 180 }) }),
  fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 3 }),
  fc.uuid(),
); // prettier-ignore
const name = fc.constantFrom(
  'price',
  'size',
  'tags',
  'location',
  'created_at',
  '__proto__',
  'a.b',
  '',
  'constructor',
);
const members = (inner: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(name, inner), { maxLength: 6 }).map((pairs) => {
    // As JSON.parse makes them: every name is an own member, also `__proto__`.
    const texts = pairs.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`);
    return JSON.parse(`{${texts.join(',')}}`) as object;
  });
const record = members(fc.oneof(value, members(value), fc.array(members(value), { maxLength: 3 })));

function summaryOf(records: readonly object[]) {
  const summary = createSummary(declaredFields(settings));
  for (const each of records) addRecord(summary, each);
  return summary;
}

test(`summaries of any split, stored and merged in order, give the table of one pass (seed ${seed})`, () => {
  fc.assert(
    fc.property(
      fc.array(record, { maxLength: 60 }),
      fc.array(fc.nat(60), { maxLength: 4 }),
      (records, cuts) => {
        const ends = [...new Set([...cuts, records.length])].sort((a, b) => a - b);
        const merged = createSummary(declaredFields(settings));
        ends.forEach((end, place) => {
          const part = records.slice(ends[place - 1] ?? 0, end);
          mergeSummaries(merged, decodeSummary(encodeSummary(summaryOf(part))));
        });
        const facts = { settings, idField: null };
        expect(inferFieldTable(merged, facts)).toEqual(inferFieldTable(summaryOf(records), facts));
      },
    ),
    { seed, numRuns: 100 },
  );
});

test('more fields than an index may have are refused, in one pass and in a merge', () => {
  const named = (from: number, count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, place) => [`field ${from + place}`, 1]));
  const full = summaryOf([named(0, fieldsPerIndexMax)]);
  expect(full.fieldCount).toBe(fieldsPerIndexMax);
  expect(() => { addRecord(full, { another: 1 }); }).toThrow(TooManyFields); // prettier-ignore
  const half = summaryOf([named(0, 600)]);
  expect(() => { mergeSummaries(half, summaryOf([named(500, 600)])); }).toThrow(TooManyFields); // prettier-ignore
});

test('a summary stays small however many values differ, and however long they and their names are', () => {
  const summary = createSummary();
  for (let place = 0; place < 3_000; place++)
    addRecord(summary, { a: `${place}`.repeat(2_000), b: { c: place }, ['n'.repeat(513)]: place });
  expect(encodeSummary(summary).length).toBeLessThan(100_000);
  const { table, jobWarnings } = inferFieldTable(summary, { settings: {}, idField: null });
  expect(table.fields.map(({ path }) => path)).toEqual([['a'], ['b'], ['b', 'c']]);
  expect(jobWarnings.map(({ code }) => code)).toEqual(['FIELD_NAME_TOO_LONG']);
});

test('members deeper than records may be are left out, not followed', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`) as object;
  const lists = JSON.parse(`{"a":${'['.repeat(500)}1${']'.repeat(500)}}`) as object;
  expect(summaryOf([deep, lists]).fieldCount).toBeLessThanOrEqual(8);
});
