import { groupingOf, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { realRecords, withRealRecords } from '../real-records';
import { ask } from './asked';
import { CATALOGUE_QUERIES, type CatalogueName, GERMAN_ARTICLES } from './catalogue-queries';

/** The records of a catalogue with an `id`, the name of their titles, and the field that groups them. */
interface Catalogue {
  records: readonly object[];
  title: string;
  groupField?: string;
}

const withIds = (records: readonly object[], field: string) =>
  (records as readonly Record<string, unknown>[]).map((record) => ({ id: record[field], ...record }));

const CATALOGUES: Readonly<Record<CatalogueName, Catalogue>> = {
  products: { records: realRecords('judged'), title: 'title' },
  clothes: { records: withIds(realRecords('magento'), 'sku'), title: 'name', groupField: 'parent_sku' },
  airports: { records: withIds(realRecords('airports'), 'objectID'), title: 'name' },
  german: { records: withIds(GERMAN_ARTICLES, 'Artikelnummer'), title: 'Bezeichnung' },
};

withRealRecords('real catalogues, without settings', () => {
  describe.each(Object.keys(CATALOGUES) as CatalogueName[])('%s', (name) => {
    const { records, title, groupField } = CATALOGUES[name];
    let indexes: BuiltIndexes;
    let target: SearchTarget;
    beforeAll(async () => {
      indexes = startBuiltIndexes();
      target = await indexes.build(records);
    });
    afterAll(() => indexes.close());

    test.each(CATALOGUE_QUERIES[name].map((each) => [each.query, each] as const))(
      'answer as a person expects: %s',
      async (query, { sort, first = 1, hit, never }) => {
        const { hits } = await ask(indexes, target, query, {
          sort: sort === undefined ? [] : [sort],
          grouping: groupField === undefined ? null : groupingOf(target, { field: groupField }),
        });
        const shown = hits.map(
          ({ id, text }) => `${id}: ${(JSON.parse(text) as Record<string, string>)[title]}`,
        );
        expect(shown.length).toBeGreaterThanOrEqual(first);
        expect(shown.slice(0, first).filter((each) => !hit.test(each))).toEqual([]);
        if (never !== undefined) expect(shown.filter((each) => never.test(each))).toEqual([]);
      },
    );
  });
});
