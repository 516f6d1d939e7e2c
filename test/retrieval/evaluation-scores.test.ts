import fc from 'fast-check';
import { type UnitResult } from '../../src/domain/documents/evaluation';
import { createEvaluationTally, scoreRanking } from '../../src/retrieval';
import { suiteSeed } from '../setup/suite-seed';

const seed = suiteSeed();

const scored = (rank: number | null, latencyMs = 1): UnitResult => ({
  state: 'scored',
  score: { rank, recallAt1: 0, recallAt3: 0, recallAt10: 0, ndcgAt10: 0 },
  latencyMs,
  queryId: 'q',
  retrievedDocumentIds: [],
});

describe('scoreRanking', () => {
  const ids = Array.from({ length: 14 }, (_, n) => `doc_${n}`);
  const rankings = fc.record({
    ranking: fc.shuffledSubarray(ids),
    expected: fc.subarray(ids, { minLength: 1 }),
  });

  it(`agrees with the definitions written out, for every ranking (seed ${seed})`, () => {
    fc.assert(
      fc.property(rankings, ({ ranking, expected }) => {
        const isExpected = (id: string) => expected.includes(id);
        const recall = (depth: number) => ranking.slice(0, depth).filter(isExpected).length / expected.length;
        const gain = (order: string[]) =>
          order
            .slice(0, 10)
            .reduce((total, id, index) => total + (isExpected(id) ? Math.LN2 / Math.log(index + 2) : 0), 0);
        const best = gain([...expected, ...ids.filter((id) => !isExpected(id))]);
        const first = ranking.findIndex(isExpected);
        const score = scoreRanking(ranking, new Set(expected));
        expect(score).toEqual({
          rank: first < 0 ? null : first + 1,
          recallAt1: recall(1),
          recallAt3: recall(3),
          recallAt10: recall(10),
          ndcgAt10: expect.closeTo(gain(ranking) / best, 12) as number,
        });
      }),
      { seed },
    );
  });

  it('is 1 throughout for a perfect ranking of one document, and 0 for one that has none', () => {
    const all = (value: number) => ({
      recallAt1: value,
      recallAt3: value,
      recallAt10: value,
      ndcgAt10: value,
    });
    expect(scoreRanking(['a', 'b'], new Set(['a']))).toEqual({ rank: 1, ...all(1) });
    expect(scoreRanking(['b', 'c'], new Set(['a']))).toEqual({ rank: null, ...all(0) });
    expect(scoreRanking([], new Set(['a']))).toEqual({ rank: null, ...all(0) });
  });

  it('knows the textbook value: the only relevant document on place 3 has an nDCG of 1/2', () => {
    expect(scoreRanking(['x', 'y', 'a'], new Set(['a'])).ndcgAt10).toBeCloseTo(0.5, 12);
  });
});

describe('comparisons', () => {
  /** Whether each of two configurations has found an expected document, question by question. */
  function compare(questions: [boolean, boolean][]) {
    const tally = createEvaluationTally(['a', 'b'], { casesError: 0 });
    for (const [a, b] of questions) tally.add([scored(a ? 1 : null), scored(b ? 2 : null)]);
    return tally.comparisons()[0]!;
  }
  const table = (both: number, aOnly: number, bOnly: number, neither: number) => [
    ...Array.from({ length: both }, (): [boolean, boolean] => [true, true]),
    ...Array.from({ length: aOnly }, (): [boolean, boolean] => [true, false]),
    ...Array.from({ length: bOnly }, (): [boolean, boolean] => [false, true]),
    ...Array.from({ length: neither }, (): [boolean, boolean] => [false, false]),
  ];

  it.each([
    [1, 3, 0.625],
    [0, 0, 1],
    [2, 2, 1],
    [0, 6, 0.03125],
    [5, 15, 0.04138946533203125],
  ])('%d against %d discordant pairs have the exact p value %d', (aOnly, bOnly, pValue) => {
    const comparison = compare(table(2, aOnly, bOnly, 1));
    expect(comparison).toMatchObject({ a: 'a', b: 'b', questions: aOnly + bOnly + 3, aOnly, bOnly });
    expect(comparison.pValue).toBeCloseTo(pValue, 12);
  });

  it(`has the p value of a sum of exact fractions, whatever the table (seed ${seed})`, () => {
    const choose = (n: bigint, k: bigint): bigint => (k === 0n ? 1n : (choose(n, k - 1n) * (n - k + 1n)) / k);
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (aOnly, bOnly) => {
        let ways = 0n;
        for (let k = 0n; k <= BigInt(Math.min(aOnly, bOnly)); k++) ways += choose(BigInt(aOnly + bOnly), k);
        const exact = Math.min(1, (2 * Number(ways)) / 2 ** (aOnly + bOnly));
        expect(compare(table(0, aOnly, bOnly, 1)).pValue / exact).toBeCloseTo(1, 9);
      }),
      { seed, numRuns: 50 },
    );
  });

  it('stays a probability with thousands of discordant pairs', () => {
    const { pValue } = compare(table(0, 4_900, 5_100, 0));
    expect(pValue).toBeGreaterThan(0.04);
    expect(pValue).toBeLessThan(0.06);
    expect(compare(table(0, 0, 5_000, 0)).pValue).toBe(0);
  });

  it('gives the difference and the interval of Bonett and Price', () => {
    // (1 + 1) / 8 and (3 + 1) / 8 after a pair is added to both discordant cells.
    const { difference, ci95 } = compare(table(1, 1, 3, 1));
    expect(difference).toBeCloseTo(2 / 6, 12);
    const reach = 1.959963984540054 * Math.sqrt((0.25 + 0.5 - 0.25 ** 2) / 8);
    expect(ci95![0]).toBeCloseTo(0.25 - reach, 12);
    expect(ci95![1]).toBeCloseTo(0.25 + reach, 12);
  });

  it(`turns round when the configurations do (seed ${seed})`, () => {
    const cells = fc.nat(30);
    fc.assert(
      fc.property(cells, cells, cells, cells, (both, aOnly, bOnly, neither) => {
        const one = compare(table(both, aOnly, bOnly, neither));
        const other = compare(table(both, bOnly, aOnly, neither));
        expect(other.pValue).toBe(one.pValue);
        if (one.ci95 === null) return;
        expect(other.difference).toBeCloseTo(-one.difference!, 12);
        expect(other.ci95![0]).toBeCloseTo(-one.ci95[1], 12);
        expect(one.ci95[0]).toBeGreaterThanOrEqual(-1);
        expect(one.ci95[0]).toBeLessThanOrEqual(one.difference!);
        expect(one.difference!).toBeLessThanOrEqual(one.ci95[1]);
      }),
      { seed },
    );
  });

  it('takes only questions that both configurations have answered', () => {
    const tally = createEvaluationTally(['a', 'b', 'c'], { casesError: 0 });
    tally.add([scored(1), { state: 'failed', error: 'internal_error' }, scored(null)]);
    tally.add([scored(1), scored(1), null]);
    const pairs = tally.comparisons().map(({ a, b, questions, aOnly }) => [a, b, questions, aOnly]);
    expect(pairs).toEqual([
      ['a', 'b', 1, 0],
      ['a', 'c', 1, 1],
      ['b', 'c', 0, 0],
    ]);
    expect(tally.comparisons()[2]).toMatchObject({ pValue: 1, difference: null, ci95: null });
  });
});

describe('scorecards', () => {
  it(`have means over the answered questions, and nearest-rank latencies (seed ${seed})`, () => {
    const tally = createEvaluationTally(['a'], { casesError: 3 });
    const latencies = fc.sample(fc.nat(10_000), { numRuns: 999, seed });
    for (const [index, latencyMs] of latencies.entries())
      tally.add([scored(index % 2 === 0 ? 2 : null, latencyMs)]);
    tally.add([{ state: 'failed', error: 'internal_error' }]);
    const sorted = latencies.toSorted((one, other) => one - other);
    expect(tally.scorecards().a).toMatchObject({
      mrr: expect.closeTo(500 / 2 / 999, 12) as number,
      latencyP50Ms: sorted[499],
      latencyP95Ms: sorted[949],
      scored: 999,
      failed: 1,
      error: 3,
    });
    expect(tally.units()).toEqual({ scored: 999, failed: 1 });
  });

  it('have no means where nothing was answered', () => {
    const tally = createEvaluationTally(['a'], { casesError: 1 });
    tally.add([null]);
    expect(tally.scorecards().a).toMatchObject({ recallAt1: null, mrr: null, latencyP50Ms: null, scored: 0 });
  });
});
