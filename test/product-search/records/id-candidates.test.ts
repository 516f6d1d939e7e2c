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

test('every field is looked at, however many come before it, and names that speak of ids come first', () => {
  const others = (n: number) =>
    Object.fromEntries(Array.from({ length: 40 }, (_, k) => [`note${k}`, `text ${n}`]));
  const candidates = candidatesOf(many(60, (n) => ({ ...others(n), model: `M${n}x`, article_no: `A-${n}` })));
  expect(candidates.find()).toEqual({ field: 'article_no', origin: 'code_field' });
  expect(candidates.suggest().candidates).toEqual(['article_no', 'model']);
});

const two = (n: number) => String(n).padStart(2, '0');
test.each<[string, (n: number) => unknown]>([
  ['published', (n) => `2024-03-${two(n)}`],
  ['listed', (n) => `2024/3/${n}`],
  ['listed', (n) => `${two(n % 28)}.${two(Math.floor(n / 28) + 1)}.2024`],
  ['listed', (n) => `${two(n % 28)}-Mar-${2000 + n}`],
  ['listed', (n) => `202403${two(n)}T101500Z`],
  ['release_no', (n) => 20_240_301 + (n % 30)],
  ['listed', (n) => `10:${two(n)}`],
  ['created_at', (n) => 1_700_000_000 + n],
  ['modified', (n) => `r${n}`],
  ['price', (n) => `${n}.99`],
  ['value', (n) => `EUR${n}`],
  ['offer', (n) => `${n}EUR`],
  ['value', (n) => `${n}kg`],
  ['format', (n) => `${n}x20cm`],
  ['phone_number', (n) => 5_550_100 + n],
  ['contact_no', (n) => `555-01${two(n)}`],
  ['reach', (n) => `555-01${two(n)}-1234`],
  ['site', (n) => `shop${n}.example.com`],
  ['photo', (n) => `p${n}.jpg`],
  ['photo_url', (n) => `p${n}`],
  ['postal_code', (n) => 10_115 + n],
  ['row_id', (n) => n],
  ['line_no', (n) => n],
  ['position', (n) => `p${n}`],
  ['title', (n) => `Lamp${n}`],
  ['handle', (n) => `good-garden-lamp-${n}`],
  ['active', (n) => n % 2 === 0],
])('%s is no id, like %s', (field, value) => {
  const candidates = candidatesOf(many(60, (n) => ({ [field]: value(n), text: `a text ${n}` })));
  expect(candidates.find()).toBeNull();
});

test.each<[string, (n: number) => unknown]>([
  ['ref', (n) => `AB-${n}`],
  ['model', (n) => `MARK-12${n}`],
  ['article', (n) => `8d${n}f2ab-77aa-4f10`],
  ['articleId', (n) => 100_000 + n],
  ['page_id', (n) => `${n}`],
  ['article_no', (n) => `100-2345-${n}`],
  ['part_no', (n) => 7_000 + n],
])('%s is an id', (field, value) => {
  const candidates = candidatesOf(many(60, (n) => ({ text: `a text ${n}`, [field]: value(n) })));
  expect(candidates.find()).toEqual({ field, origin: 'code_field' });
});

test('fields of codes beyond half a million values are dropped from the end', () => {
  const codes = (n: number) =>
    Object.fromEntries(Array.from({ length: 300 }, (_, k) => [`c${k}`, `x${n}y${k}`]));
  const candidates = candidatesOf(many(2_000, (n) => ({ ...codes(n), article_no: `A-${n}` })));
  const { candidates: left } = candidates.suggest();
  expect(left[0]).toBe('article_no');
  expect(left.length).toBe(250);
  expect(left.at(-1)).toBe('c248');
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
