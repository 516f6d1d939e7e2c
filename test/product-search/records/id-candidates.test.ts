import { createIdCandidates } from '../../../src/product-search/records/id-candidates';

function candidatesOf(records: readonly Record<string, unknown>[]) {
  const candidates = createIdCandidates();
  for (const value of records) candidates.add({ text: JSON.stringify(value), value });
  return candidates;
}

const many = (count: number, record: (n: number) => Record<string, unknown>) =>
  Array.from({ length: count }, (_, n) => record(n));

test('built-in names come in their order, however few the records', () => {
  const records = many(2, (n) => ({ gtin: n, sku: `s${n}`, _id: `i${n}` }));
  expect(candidatesOf(records).find()).toEqual({ field: '_id', origin: 'builtin' });
});

test.each([
  ['a record lacks', { id: null }],
  ['two records share', { id: 3 }],
  ['a record has no valid id in', { id: 1.5 }],
])('a built-in name that %s is passed over', (_, last) => {
  const records = [...many(60, (n) => ({ id: n, sku: `s-${n}` })), { ...last, sku: 's-x' }];
  expect(candidatesOf(records).find()).toEqual({ field: 'sku', origin: 'code_field' });
});

test('of 50 records on, a field of codes qualifies', () => {
  const record = (n: number) => ({ name: `Shirt ${n}`, price: n, made: `2020-01-${n}`, ref: `AB-${n}` });
  expect(candidatesOf(many(50, record)).find()).toEqual({ field: 'ref', origin: 'code_field' });
  const few = candidatesOf(many(49, record));
  expect(few.find()).toBeNull();
  expect(few.suggest()).toEqual({ pick: null, candidates: ['ref'], near: [] });
});

test('digits are codes only in a field whose name says so', () => {
  const candidates = candidatesOf(many(60, (n) => ({ population: 1_000 + n, part_no: 7_000 + n })));
  expect(candidates.find()).toEqual({ field: 'part_no', origin: 'code_field' });
});

test('fields that nearly qualify are named with what is wrong', () => {
  const records = many(100, (n) => ({
    ...(n === 20 ? {} : { ref: `r${n}` }),
    code: `c${n < 2 ? 0 : n}`,
    size: 'M1',
  }));
  expect(candidatesOf(records).suggest()).toEqual({
    pick: null,
    candidates: [],
    near: [
      { field: 'ref', missing: 1, duplicates: 0, reason: '1 record lacks it' },
      { field: 'code', missing: 0, duplicates: 1, reason: '1 record repeats a value' },
    ],
  });
});

test('without records there is no candidate', () => {
  expect(candidatesOf([]).find()).toBeNull();
  expect(candidatesOf([]).suggest()).toEqual({ pick: null, candidates: [], near: [] });
});
