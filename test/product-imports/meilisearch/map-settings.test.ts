import {
  inferPrimaryKey,
  mapMeilisearchSettings,
} from '../../../src/product-imports/meilisearch/map-settings';

const map = (settings: object) => mapMeilisearchSettings(new Map(Object.entries(settings)));

test.each([
  [{ searchableAttributes: ['title', 'brand'] }, { searchable: ['title', 'brand'] }],
  [{ searchableAttributes: ['*'] }, {}],
  [{ filterableAttributes: ['brand', '_geo'] }, { facets: ['brand'], fields: { _geo: { type: 'geo' } } }],
  [
    { filterableAttributes: [{ attributePatterns: ['brand', 'price'], features: { facetSearch: false } }] },
    { facets: ['brand', 'price'] },
  ],
  [{ sortableAttributes: ['price', '_geo'] }, { sortable: ['price'] }],
  [{ distinctAttribute: 'group' }, { group_by: { field: 'group', size: 1 } }],
  [{ rankingRules: ['words', 'typo', 'sales:desc'] }, { sortable: ['sales'] }],
  [{ stopWords: [], synonyms: {}, distinctAttribute: null }, {}],
])('%j becomes %j', (settings, expected) => {
  expect(map(settings).settings).toEqual(expected);
});

test.each([
  [{ rankingRules: ['sales:desc'] }, 'sales:desc', /not carried over/],
  [{ synonyms: { couch: ['sofa'] } }, 'synonyms', /no synonyms/],
  [{ filterableAttributes: ['specs.*'] }, 'filterableAttributes: specs.*', /patterns/],
  [{ displayedAttributes: ['title'] }, 'displayedAttributes', /all members/],
  [{ embedders: { default: { source: 'openAi' } } }, 'embedders', /vectors/],
])('of %j the report says what is not carried over', (settings, name, reason) => {
  expect(map(settings).ignored).toContainEqual({ name, reason: expect.stringMatching(reason) as string });
});

test.each([
  [['title', 'sku_id'], 'sku_id'],
  [['ID', 'title'], 'ID'],
  [['id', 'brandId'], null],
  [['title'], null],
])('of the members %j the id is %s', (members, expected) => {
  expect(inferPrimaryKey(members)).toBe(expected);
});
