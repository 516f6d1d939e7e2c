import { mapAlgoliaSettings } from '../../../src/product-imports/algolia/map-settings';

const map = (settings: object) => mapAlgoliaSettings(new Map(Object.entries(settings)));

test.each([
  [
    { searchableAttributes: ['title', 'unordered(brand)', 'sku,ean'] },
    { searchable: ['title', 'brand', 'sku', 'ean'] },
  ],
  [
    { searchableAttributes: ['unordered(title)', 'brand, unordered( category.lvl1 )', 'ordered(a, b)'] },
    { searchable: ['title', 'brand', 'category.lvl1', 'a', 'b'] },
  ],
  [{ attributesToIndex: ['title'] }, { searchable: ['title'] }],
  [
    { attributesForFaceting: ['brand', 'searchable(color)', 'afterDistinct(size)'] },
    { facets: ['brand', 'color', 'size'] },
  ],
  [
    {
      attributesForFaceting: ['afterDistinct(searchable(brand))', 'searchable( afterDistinct( _tags ) )'],
    },
    { facets: ['brand', '_tags'] },
  ],
  [
    { attributesForFaceting: ['filterOnly(afterDistinct(stock))'] },
    { fields: { stock: { filterable: true, facet: false } } },
  ],
  [
    { attributesForFaceting: ['filterOnly(stock)'] },
    { fields: { stock: { filterable: true, facet: false } } },
  ],
  [{ numericAttributesForFiltering: ['equalOnly(price)'] }, { fields: { price: { filterable: true } } }],
  [{ attributeForDistinct: 'group', distinct: true }, { group_by: { field: 'group', size: 1 } }],
  [{ attributeForDistinct: 'group', distinct: 3 }, { group_by: { field: 'group', size: 3 } }],
  [{ attributeForDistinct: 'group', distinct: 0 }, {}],
  [{ customRanking: ['desc(sales)', 'asc(price)'] }, { sortable: ['sales', 'price'] }],
  [{ ranking: ['desc(price)', 'typo', 'geo', 'custom'] }, { sortable: ['price'] }],
  [{ searchableAttributes: null, replicas: [], hitsPerPage: null }, {}],
])('%j becomes %j', (settings, expected) => {
  expect(map(settings).settings).toEqual(expected);
});

test.each([
  [{ customRanking: ['desc(sales)'] }, 'customRanking: sales', /not carried over/],
  [{ replicas: ['prod_price_asc'] }, 'replicas', /not carried over/],
  [{ unretrievableAttributes: ['cost'] }, 'unretrievableAttributes', /not carried over/],
  [{ attributeForDistinct: 'group', distinct: false }, 'attributeForDistinct', /distinct is off/],
  [{ attributesForFaceting: ['boosted(searchable(size))'] }, 'attributesForFaceting: size', /boosted/],
  [{ searchableAttributes: ['ordered(size)'] }, 'searchableAttributes: size', /ordered/],
  [{ searchableAttributes: ['a,b'] }, 'searchableAttributes: a, b', /one rank/],
  [{ numericAttributesForFiltering: ['equalOnly(n)'] }, 'numericAttributesForFiltering: n', /bounds/],
  [{ hitsPerPage: 20 }, 'hitsPerPage', /each search/],
  [{ somethingNew: true }, 'somethingNew', /no counterpart/],
  [{ searchableAttributes: 'title' }, 'searchableAttributes', /not a list/],
  [{ searchableAttributes: [7] }, 'searchableAttributes', /no text/],
  [{ attributesForFaceting: ['__proto__'] }, 'attributesForFaceting', /cannot be the name/],
])('of %j the report says what is not carried over', (settings, name, reason) => {
  expect(map(settings).ignored).toContainEqual({ name, reason: expect.stringMatching(reason) as string });
});

test('says what the modifiers of a facet have become', () => {
  const { mapped } = map({ attributesForFaceting: ['afterDistinct(searchable(brand))'] });
  expect(mapped).toEqual([
    { name: 'attributesForFaceting: brand', to: expect.stringMatching(/groups are counted/) as string },
    { name: 'attributesForFaceting: brand', to: expect.stringMatching(/by prefix/) as string },
    { name: 'attributesForFaceting', to: 'facets' },
  ]);
});

test('names what a setting has become', () => {
  expect(map({ searchableAttributes: ['title'] }).mapped).toEqual([
    { name: 'searchableAttributes', to: 'searchable' },
  ]);
});
