import { everyNameVisible } from '../../../src/domain/products/shown-fields';
import fc from 'fast-check';
import {
  countFacets,
  createFacetTurns,
  createFilterFields,
  type FacetCounts,
  type FacetRequest,
  type Grouping,
  groupingOf,
  parseFilter,
  readQueryText,
  resolveText,
  type SearchTarget,
  wantedFacets,
} from '../../../src/product-search';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { type KnownRecord, knownRecords, settings as typed } from '../filters/known-records';
import { condition, fieldNames, randomFilter, type RandomFilter } from '../filters/random-filters';
import { suiteSeed } from '../../setup/suite-seed';

const noText = resolveText(readQueryText('', { typos: true }), [], 'written');

/** `FACETS_RUNS=2000` asks more of them. */
const runs = Number(process.env.FACETS_RUNS ?? 60);
const seed = suiteSeed();
const settings = { ...typed, facets: fieldNames };
const groupField = 'line';
const bounds = { settings, shows: () => true, allows: () => true, isVisibleName: everyNameVisible };
const records = knownRecords(120, seed);
const noSignal = new AbortController().signal;

const asked = (members: Partial<FacetRequest>): FacetRequest => ({
  keys: null,
  limit: 10,
  withStats: false,
  disjunctive: [],
  search: null,
  isApproximate: false,
  ...members,
});

/** What a count needs, with turns of its own. */
function counting({ physicalIndexes }: Pick<BuiltIndexes, 'physicalIndexes'>, facetTimeMs = 60_000) {
  return { physicalIndexes, facetTurns: createFacetTurns(), facetTimeMs };
}

describe('facets of the real search engine', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  let grouped: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const all = records.map(({ record }) => record);
    target = await indexes.build(all, settings);
    grouped = await indexes.build(all, { ...settings, group_by: { field: groupField } });
  });
  afterAll(() => indexes.close());

  async function counted(
    request: Partial<FacetRequest>,
    filter: string | null,
    { asked: build = target, grouping = null as Grouping | null } = {},
  ): Promise<FacetCounts> {
    const fields = createFilterFields(build.table, settings);
    return countFacets(
      counting(indexes),
      build,
      {
        text: noText,
        wordsMin: 0,
        filter: filter === null ? null : parseFilter(filter, fields),
        grouping,
      },
      wantedFacets(build.table, bounds, asked(request)),
      noSignal,
    );
  }

  /** The indexes, where chosen requests are never answered: they end with their time. */
  function unanswered(
    isChosen: (body: { terminate_after?: number }) => boolean,
  ): Pick<BuiltIndexes, 'physicalIndexes'> {
    const { physicalIndexes } = indexes;
    return {
      physicalIndexes: {
        ...physicalIndexes,
        search: (physical, body, signal) =>
          isChosen(body)
            ? new Promise((_, reject) => {
                signal!.addEventListener('abort', () => {
                  reject(signal!.reason as Error);
                });
              })
            : physicalIndexes.search(physical, body, signal),
      },
    };
  }

  /** Counts of the differing values that records have, in records or in groups. */
  function plainCounts(some: readonly KnownRecord[], name: string, isGrouped: boolean): Map<unknown, number> {
    const owners = new Map<unknown, Set<string>>();
    for (const { id, values } of some) {
      const group = values.get(groupField)?.[0] ?? null;
      for (const value of values.get(name) ?? [])
        owners.set(
          value,
          (owners.get(value) ?? new Set()).add(
            isGrouped && group !== null ? `=${JSON.stringify(group)}` : id,
          ),
        );
    }
    return new Map(Array.from(owners, ([value, ids]) => [value, ids.size]));
  }

  function expectCounts(
    found: FacetCounts,
    name: string,
    plain: ReadonlyMap<unknown, number>,
    limit: number,
  ): void {
    const listed = found.counts.get(name)!;
    expect(listed).toHaveLength(Math.min(limit, plain.size));
    for (const { value, count } of listed)
      expect([name, value, count]).toEqual([name, value, plain.get(value)]);
    const counts = listed.map(({ count }) => count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const listedValues = new Set<unknown>(listed.map(({ value }) => value));
    const others = [...plain].filter(([value]) => !listedValues.has(value)).map(([, count]) => count);
    expect(Math.max(0, ...others)).toBeLessThanOrEqual(counts.at(-1) ?? 0);
  }

  test(`${runs} random requests count what a plain evaluator counts (seed ${seed})`, async () => {
    const random = fc.record({
      other: randomFilter,
      selections: fc.array(condition, { maxLength: 3 }),
      disjunctive: fc.subarray(fieldNames),
      limit: fc.constantFrom(1, 3, 10, 100),
      by: fc.constantFrom('record', 'default group', 'other group'),
    });
    for (const { other, selections, disjunctive, limit, by } of fc.sample(random, { numRuns: runs, seed })) {
      const parts = [`((${other.text}) OR id = "none")`, ...selections.map(({ text }) => text)];
      const build = by === 'default group' ? grouped : target;
      const grouping = by === 'record' ? null : groupingOf(build, { field: groupField });
      const found = await counted({ disjunctive, limit, withStats: true }, parts.join(' AND '), {
        asked: build,
        grouping,
      });
      for (const name of fieldNames) {
        const isOwn = ({ field }: RandomFilter) => field === name && disjunctive.includes(name);
        const some = records.filter((record) =>
          [other, ...selections.filter((selection) => !isOwn(selection))].every(({ accepts }) =>
            accepts(record),
          ),
        );
        const numbers = some.flatMap(({ values }) =>
          (values.get(name) ?? []).filter((value) => typeof value === 'number'),
        );
        expect([name, found.stats.get(name)]).toEqual([
          name,
          numbers.length === 0 ? undefined : { min: Math.min(...numbers), max: Math.max(...numbers) },
        ]);
        if (name === 'released') expect(found.counts.has(name)).toBe(false);
        else expectCounts(found, name, plainCounts(some, name, by !== 'record'), limit);
      }
      expect([found.uncounted, found.isExact, found.leftOut]).toEqual([['released'], true, 0]);
    }
  });

  test.each<[string, string[]]>([
    ['gro', ['<em>Grö</em>ße']],
    ['GRÖSS', []],
    [
      'a',
      [
        ') <em>A</em>ND (',
        '<em>A</em>cme',
        '<em>a</em>\nb',
        '<em>a</em>.b',
        '<em>a</em>\\&quot;b',
        '<em>a</em>cme',
      ],
    ],
    ['ab', []],
    ['&', ['Bolt <em>&amp;</em> Co']],
    ['co', ['Bolt &amp; <em>Co</em>']],
    ['日', ['<em>日</em>本']],
    ['.*', []],
    ['*', ['<em>*</em>']],
    ['"', ['<em>&quot;</em>']],
  ])(
    `a search among values for %s finds their beginnings and those of their words (seed ${seed})`,
    async (prefix, highlighted) => {
      const { search } = await counted({ keys: [], search: { field: 'tags', prefix, limit: 10 } }, null);
      const counts = plainCounts(records, 'tags', false);
      expect(search!.values.map(({ value, count }) => [value, count])).toEqual(
        search!.values.map(({ value }) => [value, counts.get(value)]),
      );
      expect(search!.values.map((value) => value.highlighted).toSorted()).toEqual(highlighted.toSorted());
    },
  );

  test('what no request can have is refused with the names that could be meant', async () => {
    await expect(counted({ keys: ['brnad', 'title', 'brand'] }, null)).rejects.toMatchObject({
      code: 'FACET_UNKNOWN',
      details: {
        fields: ['brnad', 'title'],
        details: [{ message: "'brnad' is no field. The nearest facet is 'brand'." }, {}],
      },
    });
    await expect(counted({ disjunctive: ['colour'] }, null)).rejects.toMatchObject({ code: 'FACET_UNKNOWN' });
    await expect(counted({ search: { field: 'price', prefix: '1', limit: 1 } }, null)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const acl = { field: 'tags' };
    const guarded = { ...bounds, settings: { acl }, allows: (name: string) => name !== 'brand' };
    for (const name of ['tags', 'brand'])
      expect(() => wantedFacets(target.table, guarded, asked({ keys: [name] }))).toThrow('may not count');
    const names = wantedFacets(target.table, guarded, asked({})).facets.map((facet) => facet.name);
    expect(new Set(names)).toEqual(new Set(fieldNames.filter((name) => name !== 'tags' && name !== 'brand')));
  });

  test('names that a caller is not told are in no refusal, and in answers only with values', async () => {
    const quiet = { ...bounds, isVisibleName: (name: string) => name === 'tags' };
    for (const name of ['brnad', 'title', 'nothing'])
      expect(() => wantedFacets(target.table, quiet, asked({ keys: [name] }))).toThrow(
        `'${name}' is no facet. The nearest facet is 'tags'.`,
      );
    const wanted = wantedFacets(target.table, quiet, asked({ withStats: true }));
    expect(wanted.facets[0]!.name).toBe('tags');
    const count = async (visible: SearchTarget['visible']) => {
      const everything = {
        text: noText,
        wordsMin: 0,
        filter: null,
        grouping: null,
      };
      return countFacets(counting(indexes), { ...target, visible }, everything, wanted, noSignal);
    };
    const seen = await count([]);
    expect(new Set([...seen.counts.keys(), ...seen.uncounted])).toEqual(new Set(fieldNames));
    const unseen = await count([{ match_none: {} }]);
    expect([...unseen.counts.keys(), ...unseen.uncounted]).toEqual(['tags']);
  });

  test('records that the caller may not see are in no count', async () => {
    const { column } = target.table.fields.find(({ path }) => path[0] === 'in_stock')!;
    const visible = [{ term: { [column!]: true } }];
    const seen = records.filter(({ values }) => values.get('in_stock')?.includes(true));
    const search = { field: 'tags', prefix: '', limit: 100 };
    for (const build of [target, grouped]) {
      const grouping = build === grouped ? groupingOf(build, { field: groupField }) : null;
      const found = await counted(
        { limit: 100, search, disjunctive: ['brand'] },
        'brand != "Acme" OR brand = "Acme"',
        {
          asked: { ...build, visible },
          grouping,
        },
      );
      for (const name of fieldNames)
        if (name !== 'released') expectCounts(found, name, plainCounts(seen, name, grouping !== null), 100);
      expect(found.search!.values).toHaveLength(plainCounts(seen, 'tags', false).size);
    }
  });

  test('a search among values counts groups, where hits are grouped', async () => {
    const search = { field: 'tags', prefix: 'acm', limit: 10 };
    const plain = plainCounts(records, 'tags', true);
    for (const build of [target, grouped]) {
      const grouping = groupingOf(build, { field: groupField });
      const { search: found } = await counted({ keys: [], search }, null, { asked: build, grouping });
      expect(new Map(found!.values.map(({ value, count }) => [value, count]))).toEqual(
        new Map(['Acme', 'acme'].map((value) => [value, plain.get(value)])),
      );
    }
  });

  test('a request that allows it gets counts of a part of the records where all of them take too long', async () => {
    const slow = unanswered((body) => body.terminate_after === undefined);
    const wanted = wantedFacets(target.table, bounds, asked({ isApproximate: true }));
    const search = { text: noText, wordsMin: 0, filter: null, grouping: null };
    const found = await countFacets(counting(slow, 3_000), target, search, wanted, noSignal);
    expect(found.isExact).toBe(false);
    expect(found.counts.get('brand')!.length).toBeGreaterThan(0);
  });

  test('a request that takes too long is told what to do', async () => {
    const wanted = wantedFacets(target.table, bounds, asked({}));
    const search = { text: noText, wordsMin: 0, filter: null, grouping: null };
    const slow = unanswered(() => true);
    await expect(countFacets(counting(slow, 10), target, search, wanted, noSignal)).rejects.toMatchObject({
      code: 'FACET_TIMEOUT',
      retryAfterSeconds: 1,
    });
  });
});

describe('a facet of more than 1,000 values', () => {
  let indexes: BuiltIndexes;
  let target: SearchTarget;
  const many = Array.from({ length: 1_200 }, (_, n) => ({ id: `r${n}`, code: `Item (${n})`, size: n }));
  const facets = ['code', 'size'];
  const options = { fields: { code: { type: 'keyword' as const } }, facets };
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    target = await indexes.build(many, options);
  });
  afterAll(() => indexes.close());

  test('has no counts, keeps its smallest and largest value, and is searched', async () => {
    const request = asked({ search: { field: 'code', prefix: '(119', limit: 3 } });
    const search = { text: noText, wordsMin: 0, filter: null, grouping: null };
    const wanted = wantedFacets(target.table, bounds, request);
    const found = await countFacets(counting(indexes), target, search, wanted, noSignal);
    expect(found).toMatchObject({
      uncounted: facets,
      counts: new Map(),
      stats: new Map([['size', { min: 0, max: 1_199 }]]),
    });
    expect(found.search!.values).toEqual([
      { value: 'Item (119)', count: 1, highlighted: 'Item <em>(119</em>)' },
      { value: 'Item (1190)', count: 1, highlighted: 'Item <em>(119</em>0)' },
      { value: 'Item (1191)', count: 1, highlighted: 'Item <em>(119</em>1)' },
    ]);
  });
});
