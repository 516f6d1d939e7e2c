import { mapTypesenseSchema, placesOfSchema } from '../../../src/product-imports/typesense/map-schema';

const schemaOf = (...fields: object[]) => new Map<string, unknown>([['fields', fields]]);
const map = (...fields: object[]) => mapTypesenseSchema(schemaOf(...fields));

test.each([
  [{ name: 'title', type: 'string' }, { searchable: ['title'] }],
  [
    { name: 'brand', type: 'string', facet: true },
    { searchable: ['brand'], facets: ['brand'] },
  ],
  [
    { name: 'price', type: 'float', facet: true },
    { fields: { price: { type: 'number' } }, facets: ['price'] },
  ],
  [{ name: 'sizes', type: 'int32[]' }, { fields: { sizes: { type: 'number', list: true } } }],
  [{ name: 'stock', type: 'bool' }, { fields: { stock: { type: 'bool' } } }],
  [{ name: 'place', type: 'geopoint' }, { fields: { place: { type: 'geo' } } }],
  [
    { name: 'note', type: 'string', index: false },
    { fields: { note: { searchable: false, filterable: false } } },
  ],
  [{ name: 'vec', type: 'float[]', num_dim: 384 }, { fields: { vec: { type: 'skip' } } }],
  [{ name: 'maker', type: 'object' }, {}],
])('the field %j becomes %j', (field, expected) => {
  expect(map(field).settings).toEqual(expected);
});

test('numbers stay sortable unless a field says otherwise', () => {
  const price = { name: 'price', type: 'float' };
  expect(map(price).settings.sortable).toBeUndefined();
  expect(map(price, { name: 'rank', type: 'int32', sort: false }).settings.sortable).toEqual(['price']);
});

test.each([
  [{ name: '.*', type: 'auto' }, 'fields: .*', /patterns/],
  [{ name: 'title', type: 'string', infix: true }, 'fields: title.infix', /inner parts/],
  [{ name: 'title', type: 'string', sort: true }, 'fields: title.sort', /sorted/],
  [{ name: 'n', type: 'string', facet: true, index: false }, 'fields: n.facet', /no counts/],
  [{ name: 'n', type: 'string', store: false }, 'fields: n.store', /is kept/],
  [{ name: 'n', type: 'string', something_new: 3 }, 'fields: n.something_new', /no counterpart/],
  [{ name: 'x', type: 'matrix' }, 'fields: x', /not known/],
  [{ type: 'string' }, 'fields', /no name/],
])('of %j the report says what is not carried over', (field, name, reason) => {
  expect(map(field).ignored).toContainEqual({ name, reason: expect.stringMatching(reason) as string });
});

test('nothing is reported of a field with the options that it has by default', () => {
  const field = {
    name: 'a',
    type: 'string',
    facet: false,
    index: true,
    infix: false,
    locale: '',
    optional: true,
  };
  const defaults = { sort: false, stem: false, stem_dictionary: '', store: true, truncate_len: 100 };
  expect(map({ ...field, ...defaults }).ignored).toEqual([]);
});

test('the default order is noted, not carried over', () => {
  const { ignored } = mapTypesenseSchema(new Map([['default_sorting_field', 'sales']]));
  expect(ignored).toEqual([
    { name: 'default_sorting_field', reason: expect.stringContaining('sales') as string },
  ]);
});

test('names the fields that hold places', () => {
  const schema = schemaOf(
    { name: 'a', type: 'geopoint' },
    { name: 'b', type: 'geopoint[]' },
    { name: 'c', type: 'string' },
    { name: 'd.e', type: 'geopoint' },
    { name: '.*_geo', type: 'geopoint' },
    { name: '(a|b).*', type: 'geopoint' },
  );
  expect(placesOfSchema(schema)).toEqual(['a', 'b', 'd.e', '.*_geo']);
});
