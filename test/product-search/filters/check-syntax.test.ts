import { checkFilterSyntax, FilterInvalid } from '../../../src/product-search/filters';

it.each([
  'visible = true',
  'tenant IN ["a", \'b\'] AND NOT (price < 60 OR width 2..5)',
  'width < 2 ft AND height >= 3m',
  'added > 2024-05-01 AND a.b NOT EXISTS',
  '`any name` != "x" OR _geo_radius(52.5, 13.4, 500)',
])('a filter is right whatever the fields of an index are: %s', (filter) => {
  expect(() => {
    checkFilterSyntax(filter);
  }).not.toThrow();
});

it.each([
  ['visible', 7, 'NOT EXISTS'],
  ['visible =', 9, 'number'],
  ['visible = true tenant = "a"', 15, 'end of filter'],
  ['tenant IN "a"', 10, '['],
  ['(a = 1', 6, ')'],
  ['', 0, 'field'],
])('a filter that cannot be read says where: %s', (filter, position, expected) => {
  let thrown: unknown;
  try {
    checkFilterSyntax(filter);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FilterInvalid);
  const { place, expected: could } = thrown as FilterInvalid;
  expect(place).toBe(position);
  expect(could).toContain(expected);
});
