import { createFieldCount, pathKey } from '../../../src/product-search';

const members = (count: number, name = 'm') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${name}${n}`, n]));

test.each<[string, object]>([
  ['1,000 members', members(1_000)],
  ['members of an object', { a: members(999) }],
  ['the same members in a list of objects', { a: Array.from({ length: 5_000 }, () => members(3)) }],
  ['long names, which are no fields', { ...members(999), ...members(50, 'x'.repeat(600)) }],
  ['members that the settings skip', { skip: members(5_000) }],
])('a record may have %s', (_, record) => {
  const count = createFieldCount({ fields: { skip: { type: 'skip' } } }, new Set());
  expect(count.add(record)).toBeNull();
});

test.each<[string, object]>([
  ['1,001 members', members(1_001)],
  ['1,000 members of an object', { a: members(1_000) }],
  ['too many in lists of lists of objects', { a: [[members(600)], [{ b: members(500) }]] }],
])('a record with %s is refused', (_, record) => {
  expect(createFieldCount({}, new Set()).add(record)).toBe('the record has more than 1000 fields');
});

test('records that bring an index over its fields are refused, and do not count', () => {
  const count = createFieldCount({}, new Set([pathKey(['m0']), pathKey(['served'])]));
  expect(count.add(members(900))).toBeNull();
  expect(count.add(members(100, 'other'))).toMatch(/with this record the index has more than 1000/);
  expect(count.add({ ...members(900), ...members(99, 'new') })).toBeNull();
  expect(count.add({ another: 1 })).not.toBeNull();
  expect(count.add({ served: 1, m5: 2 })).toBeNull();
});
