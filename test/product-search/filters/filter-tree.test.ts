import fc from 'fast-check';
import {
  createFilterFields,
  createRecordTest,
  filterQuery,
  parseFilter,
  type SearchTarget,
} from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { knownRecords, settings } from './known-records';
import { randomFilter, type RandomFilter } from './random-filters';
import { suiteSeed } from '../../setup/suite-seed';

/** `FILTERS_RUNS=10000` asks more of them. */
const runs = Number(process.env.FILTERS_RUNS ?? 800);
const seed = suiteSeed();
const perRequest = 250;
const records = knownRecords(120, seed);

describe('filters asked of the real search engine', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(
      records.map(({ record }) => record),
      settings,
    );
  });
  afterAll(() => indexes.close());

  /** Ids that each filter finds, in order. */
  async function found(filters: readonly RandomFilter[]): Promise<string[][]> {
    const fields = createFilterFields(target.table, settings);
    const { responses } = await indexes.elasticsearch.msearch({
      index: target.physical,
      searches: filters.flatMap(({ text }) => [
        {},
        {
          query: { bool: { filter: [filterQuery(parseFilter(text, fields))] } },
          size: records.length,
          _source: false,
          docvalue_fields: ['id'],
          sort: [{ id: 'asc' }],
        },
      ]),
    });
    return responses.map((response, n) => {
      if ('error' in response) throw new Error(`${filters[n]!.text}: ${JSON.stringify(response.error)}`);
      return response.hits.hits.map(({ sort }) => String(sort?.[0]));
    });
  }

  test(`${runs} random filters find the records that a plain evaluator accepts (seed ${seed})`, async () => {
    const filters = fc.sample(randomFilter, { numRuns: runs, seed });
    const wrong: { filter: string; missing: unknown[]; extra: unknown[] }[] = [];
    let selective = 0;
    for (let from = 0; from < filters.length; from += perRequest) {
      const part = filters.slice(from, from + perRequest);
      for (const [n, ids] of (await found(part)).entries()) {
        const { text, accepts } = part[n]!;
        const wanted = records.filter(accepts);
        const wantedIds = new Set(wanted.map(({ id }) => id));
        const missing = wanted.filter(({ id }) => !ids.includes(id)).map(({ record }) => record);
        const extra = records
          .filter(({ id }) => ids.includes(id) && !wantedIds.has(id))
          .map(({ record }) => record);
        if (missing.length + extra.length > 0) wrong.push({ filter: text, missing, extra });
        if (ids.length > 0 && ids.length < records.length) selective++;
      }
    }
    wrong.sort((a, b) => a.filter.length - b.filter.length);
    expect(wrong.slice(0, 1)).toEqual([]);
    expect(selective).toBeGreaterThan(runs / 2);
  });

  test('the test of single records passes the same records', () => {
    const fields = createFilterFields(target.table, settings);
    const texts = records.map((each) => ({ ...each, text: JSON.stringify(each.record) }));
    for (const { text: filter, accepts } of fc.sample(randomFilter, { numRuns: runs, seed })) {
      const passes = createRecordTest(target.table, parseFilter(filter, fields));
      const wrong = texts.filter((each) => passes(each.text) !== accepts(each));
      expect({ filter, wrong: wrong.slice(0, 1) }).toEqual({ filter, wrong: [] });
    }
  });

  test('the deepest filter that is read is one that the search engine takes', async () => {
    const deep = (place: number): string =>
      place === 0
        ? 'price = 1'
        : `NOT (price = ${place} AND brand = "a" OR ${place % 2 === 0 ? 'NOT ' : ''}(${deep(place - 1)}))`;
    const alternating = Array.from({ length: 10 }).reduce<string>(
      (inner, _, n) =>
        `price != ${n} AND (brand != "a" OR NOT in_stock = true AND ${n === 0 ? inner : `NOT ${inner}`}`.concat(
          ')',
        ),
      'width < 2 ft',
    );
    for (const text of [deep(5), alternating])
      await expect(found([{ text, accepts: () => true }])).resolves.toHaveLength(1);
  });

  test.each([
    '_geo_radius(0, 0, 0)',
    '_geo_radius(90, 180, 1e300)',
    '_geo_box(5, 5, 5, 5)',
    '_geo_box(90, -180, -90, 180)',
    'price < -1e308',
    'released > 1700000000000',
    'released < -62135596800000',
  ])('%s is taken at the edge of what there is', async (text) => {
    await expect(found([{ text, accepts: () => true }])).resolves.toHaveLength(1);
  });
});
