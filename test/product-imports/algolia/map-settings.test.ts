import { mapAlgoliaSettings } from '../../../src/product-imports/algolia/map-settings';

const map = (settings: object) => mapAlgoliaSettings(new Map(Object.entries(settings)));

test.each([
  [
    { searchableAttributes: ['title', 'unordered(brand)', 'sku,ean'] },
    { searchable: ['title', 'brand', 'sku', 'ean'] },
  ],
  [{ attributesToIndex: ['title'] }, { searchable: ['title'] }],
  [
    { attributesForFaceting: ['brand', 'searchable(color)', 'afterDistinct(size)'] },
    { facets: ['brand', 'color', 'size'] },
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
  [{ customRanking: ['desc(sales)'] }, 'desc(sales)', /not carried over/],
  [{ replicas: ['prod_price_asc'] }, 'replicas', /not carried over/],
  [{ unretrievableAttributes: ['cost'] }, 'unretrievableAttributes', /not carried over/],
  [{ attributeForDistinct: 'group', distinct: false }, 'attributeForDistinct', /distinct is off/],
  [{ attributesForFaceting: ['afterDistinct(size)'] }, 'afterDistinct(size)', /afterDistinct/],
  [{ hitsPerPage: 20 }, 'hitsPerPage', /each search/],
  [{ somethingNew: true }, 'somethingNew', /no counterpart/],
  [{ searchableAttributes: 'title' }, 'searchableAttributes', /not a list/],
  [{ searchableAttributes: [7] }, 'searchableAttributes', /no text/],
  [{ attributesForFaceting: ['__proto__'] }, 'attributesForFaceting', /cannot be the name/],
])('of %j the report says what is not carried over', (settings, name, reason) => {
  expect(map(settings).ignored).toContainEqual({ name, reason: expect.stringMatching(reason) as string });
});

test('names what a setting has become', () => {
  expect(map({ searchableAttributes: ['title'] }).mapped).toEqual([
    { name: 'searchableAttributes', to: 'searchable' },
  ]);
});
