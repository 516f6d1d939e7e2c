import {
  type Condition,
  conditionsOf,
  conditionText,
  filterOf,
  valueFrom,
} from '../src/pages/collections/metadata-filter';

/** A filter, its parts in words, and the filter that these parts give again. */
const filters: [name: string, filter: string, texts: string[], again?: string][] = [
  ['an empty text', '', []],
  ['a plain value', '{"year":2024}', ['year is 2024']],
  ['a text that looks like a number', '{"year":"2024"}', ['year is "2024"']],
  [
    'operators on one key',
    '{"year":{"$gte":2024,"$lt":2026}}',
    ['year at least 2024', 'year less than 2026'],
  ],
  ['a list', '{"kind":{"$in":["a","b"]}}', ['kind is one of a, b']],
  ['presence', '{"a":{"$exists":true},"b":{"$exists":false}}', ['a exists', 'b does not exist']],
  ['an $and, which is unfolded', '{"$and":[{"a":1},{"b":2}]}', ['a is 1', 'b is 2'], '{"a":1,"b":2}'],
  ['the same operator twice', '{"a":1,"$and":[{"a":{"$eq":2}}]}', ['a is 1', 'a is 2']],
  ['an $or beside a key', '{"a":1,"$or":[{"b":2},{"c":3}]}', ['a is 1', '{"$or":[{"b":2},{"c":3}]}']],
  ['an unknown operator', '{"a":{"$near":1}}', ['{"a":{"$near":1}}']],
  [
    'two parts without words',
    '{"$and":[{"$or":[{"a":1}]},{"$or":[{"b":2}]}]}',
    ['{"$or":[{"a":1}]}', '{"$or":[{"b":2}]}'],
  ],
];

describe('a metadata filter of the console', () => {
  test.each(filters)('keeps its meaning as conditions: %s', (_, filter, texts, again = filter) => {
    const conditions = conditionsOf(filter)!;
    expect(conditions.map(conditionText)).toEqual(texts);
    expect(filterOf(conditions)).toBe(again);
  });

  test.each(['{', '[]', '"a"', 'null', '12'])('has no conditions where it is no object: %s', (text) => {
    expect(conditionsOf(text)).toBeNull();
  });

  test('has a condition more for a key that has another operator', () => {
    const more: Condition = { kind: 'condition', key: 'year', operator: '$lte', value: 2026 };
    expect(filterOf([...conditionsOf('{"year":{"$gte":2024}}')!, more])).toBe(
      '{"year":{"$gte":2024,"$lte":2026}}',
    );
  });

  test.each([
    ['$eq', '2024', 2024],
    ['$eq', '-1.5', -1.5],
    ['$eq', '007', '007'],
    ['$eq', ' true ', true],
    ['$eq', '"2024"', '2024'],
    ['$ne', 'draft', 'draft'],
    ['$in', '1, two, "3"', [1, 'two', '3']],
  ] as const)('reads a typed value by its form: %s %s', (operator, text, value) => {
    expect(valueFrom(operator, text)).toEqual(value);
  });
});
