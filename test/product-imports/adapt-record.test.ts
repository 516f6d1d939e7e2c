import { adaptRecord } from '../../src/product-imports';

const adapted = (text: string, rules: Partial<Parameters<typeof adaptRecord>[1]>) =>
  adaptRecord(
    { text, value: JSON.parse(text) as Record<string, unknown> },
    { sourceId: 'objectID', idField: 'objectID', places: [], ...rules },
  ).text;

test.each([
  ['{"objectID":"a","price":1.10}', {}, '{"objectID":"a","price":1.10}'],
  ['{"objectID":"a","price":1.10}', { idField: 'sku' }, '{"objectID":"a","price":1.10,"sku":"a"}'],
  ['{"objectID":"a","sku":"b"}', { idField: 'sku' }, '{"objectID":"a","sku":"b"}'],
  ['{"at":[48.1,11.6],"n":1.10}', { places: ['at'] }, '{"at":{"lat":48.1,"lng":11.6},"n":1.10}'],
  ['{"at":[[48.1,11.6],[1,2]]}', { places: ['at'] }, '{"at":[{"lat":48.1,"lng":11.6},{"lat":1,"lng":2}]}'],
  [
    '{"a":{"at":[48.1,11.6],"n":1.10},"b":[{"c":{"at":[1,2]}},{"c":3}]}',
    { places: ['a.at', 'b.c.at'] },
    '{"a":{"at":{"lat":48.1,"lng":11.6},"n":1.10},"b":[{"c":{"at":{"lat":1,"lng":2}}},{"c":3}]}',
  ],
  ['{"a.at":[48.1,11.6]}', { places: ['a.at'] }, '{"a.at":{"lat":48.1,"lng":11.6}}'],
  ['{"a":{"b":{"at":[1,2]}},"at":[3,4]}', { places: ['b.at'] }, '{"a":{"b":{"at":[1,2]}},"at":[3,4]}'],
  [
    '{"shop_geo":[1,2],"a":{"x_geo":[[3,4]]},"y_geos":[5,6]}',
    { places: ['.*_geo'] },
    '{"shop_geo":{"lat":1,"lng":2},"a":{"x_geo":[{"lat":3,"lng":4}]},"y_geos":[5,6]}',
  ],
  ['{"at":"somewhere"}', { places: ['at'] }, '{"at":"somewhere"}'],
])('%s with %j becomes %s', (text, rules, expected) => {
  expect(adapted(text, rules)).toBe(expected);
});
