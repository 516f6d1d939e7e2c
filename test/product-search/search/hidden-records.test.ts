import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { countFacets, createFacetTurns, demandedWords, describeHits, findSimilar, groupingOf, parseFilter, type SearchTarget, wantedFacets } from '../../../src/product-search'; // prettier-ignore
import { suiteSeed } from '../../setup/suite-seed';
import { type BuiltIndexes, startBuiltIndexes } from '../built-index';
import { ask, requestOf } from './asked';

/** `SEARCHES_RUNS=1000` asks more of them. */
const runs = Number(process.env.SEARCHES_RUNS ?? 40);
const seed = suiteSeed(20_261_129);

const vocabulary = 'red cotton shirt keyboard the for wi fi 16gb hoodie damenschuhe'.split(' ');
const hiddenVocabulary = [...vocabulary, 'rad', 'cottons', 'shirty', 'wifi', 'hoody', 'schuhe', 'keyboards'];
const others = [
  'hodie',
  'keybord',
  'shrit',
  'schuhe',
  'wifi',
  'qqqq',
  'HP-10042',
  'hp10007',
  '-red',
  '-"red cotton"',
  'NOT shirt',
  'with',
];
const said = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...vocabulary) },
  { weight: 1, arbitrary: fc.constantFrom(...others) },
);

const record = (words: readonly string[]) =>
  fc.record({
    title: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 5 }).map((some) => some.join(' ')),
    color: fc.constantFrom('black', 'white', 'green'),
    line: fc.option(fc.constantFrom('l1', 'l2', 'l3'), { nil: undefined }),
    price: fc.integer({ min: 1, max: 5 }),
  });
const withIds = (records: readonly object[], from: number, side: string) =>
  records.map((each, n) => ({ id: `HP-${10_000 + from + n}`, side, ...each }));

/** Meaning of a text: the sum of directions of its words, so that texts with shared words are near. */
function meaningOf(text: string): Float32Array {
  const vector = new Float32Array(8);
  for (const word of text.toLowerCase().split(/[^a-z0-9]+/).filter((each) => each !== ''))
    for (const [place, byte] of createHash('sha256').update(word).digest().subarray(0, vector.length).entries())
      vector[place]! += byte - 127.5;
  const length = Math.hypot(...vector) || 1;
  return vector.map((value) => value / length);
} // prettier-ignore
const similarityMin = 0.7;

const search = fc.record({
  query: fc.array(said, { minLength: 1, maxLength: 6 }).map((some) => some.join(' ')),
  isSorted: fc.boolean(),
  group: fc.constantFrom(null, 'line', 'color'),
  perPage: fc.integer({ min: 6, max: 40 }),
});

describe('records that a caller may not see', () => {
  let indexes: BuiltIndexes;
  let seen: SearchTarget;
  let all: SearchTarget;
  beforeAll(async () => {
    indexes = startBuiltIndexes();
    const [visible] = fc.sample(fc.array(record(vocabulary), { minLength: 60, maxLength: 60 }), { seed, numRuns: 1 });
    const [hidden] = fc.sample(fc.array(record(hiddenVocabulary), { minLength: 120, maxLength: 120 }), { seed, numRuns: 1 });
    const fields = {
      color: { type: 'keyword' as const }, line: { type: 'keyword' as const }, price: { type: 'number' as const },
      side: { type: 'keyword' as const, searchable: false, facet: false },
    };
    const records = withIds(visible!, 0, 'seen');
    const vectorOf = (each: object) => meaningOf((each as { title: string }).title);
    const made = (some: readonly object[]) => indexes.build(some, { fields, facets: ['color'] }, vectorOf);
    seen = await made(records);
    const whole = await made([...records, ...withIds(hidden!, 60, 'hidden')]);
    const side = whole.table.fields.find(({ path }) => path[0] === 'side')!.column!;
    all = { ...whole, visible: [{ term: { [side]: 'seen' } }] };
    expect(parseFilter('side = "seen"', whole.filterFields)).toBeDefined();
  });
  afterAll(() => indexes.close());

  const queryVectors = { of: (_: unknown, __: string, text: string) => Promise.resolve({ vector: meaningOf(text), similarityMin }) };

  async function told(target: SearchTarget, { query, isSorted, group, perPage }: typeof search extends fc.Arbitrary<infer S> ? S : never) {
    const members = {
      perPage,
      sort: isSorted ? [{ field: 'price', order: 'asc' as const }] : [],
      grouping: group === null ? null : groupingOf(target, { field: group, size: 2 }),
    };
    const pages = [];
    let totals;
    for (let page = 0; ; page++) {
      const asked = { ...members, page, isExplained: true };
      const found = await ask({ ...indexes, queryVectors }, target, query, asked);
      const { hits, corrections, completions } = await describeHits(target, requestOf(query, asked), found);
      pages.push({ hits, corrections, completions });
      totals = { total: found.total, records: found.records, partial: found.partial, wordsMin: found.wordsMin };
      if ((page + 1) * perPage < found.total + (found.partial ?? 0)) continue;
      const { text, wordsMin } = found;
      const counted = { text, wordsMin: wordsMin ?? demandedWords(text).length, filter: null, grouping: members.grouping };
      const bounds = { settings: {}, shows: () => true, allows: () => true, isVisibleName: () => true };
      const wanted = wantedFacets(target.table, bounds, { keys: ['color'], limit: 10, withStats: false, disjunctive: [], search: null, isApproximate: false });
      const turns = { physicalIndexes: indexes.physicalIndexes, facetTurns: createFacetTurns(), facetTimeMs: 60_000 };
      const { counts } = await countFacets(turns, target, counted, wanted, new AbortController().signal);
      return { pages, totals, counts: [...counts] };
    }
  }

  test(`change no answer, and pages hold every hit once (${runs} searches, seed ${seed})`, async () => {
    let partial = 0;
    let near = 0;
    for (const asked of fc.sample(search, { seed, numRuns: runs })) {
      const answer = await told(seen, asked);
      expect({ asked, ...(await told(all, asked)) }).toEqual({ asked, ...answer });
      const ids = answer.pages.flatMap(({ hits }) => hits.map(({ id }) => id));
      expect({ asked, hits: ids.length, differing: new Set(ids).size }).toEqual({
        asked, hits: answer.totals.total + answer.totals.partial!, differing: ids.length,
      });
      if (answer.totals.partial! > 0) partial++;
      if (answer.pages.some(({ hits }) => hits.some(({ similarity }) => similarity !== null))) near++;
      if (asked.group === null)
        expect(answer.counts.flatMap(([, values]) => values).reduce((sum, { count }) => sum + count, 0)).toBe(answer.totals.total);
    }
    expect(partial).toBeGreaterThan(0);
    expect(near).toBeGreaterThan(runs / 10);
  }, Math.max(300_000, 5_000 * runs));

  it.each([
    ['meaning', null], ['meaning', 'line'], ['words', null], ['words', 'color'],
  ])('change no record that is like another one by %s, in groups of %s', async (by, group) => {
    const like = async (whole: SearchTarget, id: string) => {
      const target = by === 'meaning' ? whole : { ...whole, vectors: null };
      const grouping = group === null ? null : groupingOf(target, { field: group, size: 2 });
      const found = await findSimilar(indexes, target, { id, limit: 100, filter: null, grouping }, new AbortController().signal);
      return found && { by: found.by, hits: found.hits };
    };
    let hits = 0;
    for (let n = 0; n < 60; n += 6) {
      const id = `HP-${10_000 + n}`;
      const found = await like(seen, id);
      expect(found).toMatchObject({ by });
      expect(await like(all, id)).toEqual(found);
      hits += found!.hits.length;
    }
    expect(hits).toBeGreaterThan(10);
    expect(await like(all, 'HP-10060')).toBeNull();
  });
}); // prettier-ignore
