import fc from 'fast-check';
import { groupingOf, parseFilter, type SearchRequest, type SearchTarget } from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { type KnownRecord, knownRecords, settings } from '../filters/known-records';
import { condition, randomFilter } from '../filters/random-filters';
import { ask } from './asked';
import { suiteSeed } from '../../setup/suite-seed';

/** `SEARCHES_RUNS=2000` asks more of them. */
const runs = Number(process.env.SEARCHES_RUNS ?? 120);
const seed = suiteSeed();
const records = knownRecords(120, seed);
const weights = { low: 1, medium: 2, high: 3 } as const;
const groupField = 'line';

const order = fc.record({
  field: fc.constantFrom('price', 'released'),
  order: fc.constantFrom('asc' as const, 'desc' as const),
});
/** Searches with all that decides which records stand on a page. */
const randomSearch = fc.record({
  filter: fc.option(randomFilter),
  preferences: fc.array(
    fc.record({
      of: condition,
      strength: fc.constantFrom('low' as const, 'medium' as const, 'high' as const),
    }),
    { maxLength: 3 },
  ),
  sort: fc.uniqueArray(order, { maxLength: 2, selector: ({ field }) => field }),
  /** Hits of a group; 0 for none. */
  groupSize: fc.integer({ min: 0, max: 3 }),
  perPage: fc.integer({ min: 5, max: 40 }),
});
type RandomSearch = typeof randomSearch extends fc.Arbitrary<infer Search> ? Search : never;

/** A hit: its value and size where hits are grouped, and its records, best first. */
interface ShownHit {
  group: { value: string | null; total: number } | null;
  ids: string[];
}

/** Value by which a record is sorted: the least, or the greatest in descending order; null comes last. */
function sortValue({ values }: KnownRecord, { field, order: way }: RandomSearch['sort'][number]): number | null {
  const numbers = (values.get(field) ?? []) as number[];
  if (numbers.length === 0) return null;
  return way === 'asc' ? Math.min(...numbers) : Math.max(...numbers);
} // prettier-ignore

/** The hits of all pages, as a plain walk through the records gives them. */
function expectedHits({ filter, preferences, sort, groupSize }: RandomSearch): ShownHit[] {
  const strength = (record: KnownRecord) =>
    Math.max(0, ...preferences.map(({ of, strength: name }) => (of.accepts(record) ? weights[name] : 0)));
  const compare = (a: KnownRecord, b: KnownRecord): number => {
    for (const key of sort) {
      const [x, y] = [sortValue(a, key), sortValue(b, key)];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return key.order === 'asc' ? x - y : y - x;
    }
    return strength(b) - strength(a) || (a.id < b.id ? -1 : 1);
  };
  const found = records.filter((record) => filter?.accepts(record) !== false).sort(compare);
  if (groupSize === 0) return found.map(({ id }) => ({ group: null, ids: [id] }));
  const groups = new Map<string, ShownHit>();
  for (const { id, values } of found) {
    const value = (values.get(groupField)?.[0] as string | undefined) ?? null;
    const key = value === null ? `#${id}` : `=${value}`;
    const group = groups.get(key) ?? { group: { value, total: 0 }, ids: [] };
    group.group!.total++;
    if (group.ids.length < groupSize) group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

describe('whole searches, asked of the real search engine', () => {
  let indexes: BuiltIndexes;
  /** Without and with the field of the groups as the default one. */
  let targets: SearchTarget[];
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const plain = records.map(({ record }) => record);
    targets = [
      await indexes.build(plain, settings),
      await indexes.build(plain, { ...settings, group_by: { field: groupField } }),
    ];
  });
  afterAll(() => indexes.close());

  async function shownHits(target: SearchTarget, search: RandomSearch, expected: number) {
    const { filter, preferences, sort, groupSize, perPage } = search;
    const request: Partial<SearchRequest> = {
      filter: filter === null ? null : parseFilter(filter.text, target.filterFields),
      preferences: preferences.map(({ of, strength }) => ({
        filter: parseFilter(of.text, target.filterFields),
        strength,
      })),
      sort,
      grouping: groupSize === 0 ? null : groupingOf(target, { field: groupField, size: groupSize }),
      perPage,
    };
    const shown: ShownHit[] = [];
    const totals = new Set<string>();
    // The page behind the last one has no hits.
    for (let page = 0; page <= Math.ceil(expected / perPage); page++) {
      const { hits, total, records: found } = await ask(indexes, target, '', { ...request, page });
      totals.add(`${total} of ${found}`);
      for (const { id, group } of hits)
        shown.push({
          group: group === null ? null : { value: group.value, total: group.total },
          ids: [id, ...(group?.others.map((other) => other.id) ?? [])],
        });
    }
    return { shown, totals: [...totals] };
  }

  test(
    `${runs} random filters, preferences, orders, groups and pages give the hits of a plain evaluator (seed ${seed})`,
    async () => {
      let parted = 0;
      for (const [n, search] of fc.sample(randomSearch, { numRuns: runs, seed }).entries()) {
        const { filter, preferences, ...rest } = search;
        const asked = { ...rest, filter: filter?.text, prefer: preferences.map(({ of }) => of.text) };
        const expected = expectedHits(search);
        const found = records.filter((record) => filter?.accepts(record) !== false).length;
        const answered = await shownHits(targets[n % 2]!, search, expected.length);
        expect({ asked, ...answered }).toEqual({ asked, shown: expected, totals: [`${expected.length} of ${found}`] });
        if (expected.length > search.perPage) parted++;
      }
      expect(parted).toBeGreaterThan(runs / 5);
    },
    Math.max(120_000, 1_000 * runs),
  );
}); // prettier-ignore
