import fc from 'fast-check';
import { type HitScores } from '../../../src/domain/documents/query';
import { mergeRankings } from '../../../src/retrieval/ranking';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const hit = (id: string, bm25: number | null, dense: number | null): { id: string; scores: HitScores } => ({
  id,
  scores: { bm25, dense, fused: 0, rerank: null },
});
const ranking = (hits: ReturnType<typeof hit>[], model: string | null = 'm') => ({
  hits,
  model,
  semanticRatio: 0.5,
});
const idsOf = (merged: { hit: { id: string } }[]) => merged.map(({ hit: { id } }) => id);

it('the best of each leg over all collections come first', () => {
  const a = ranking([hit('a1', 9, 0.9), hit('a2', 1, 0.1)]);
  const b = ranking([hit('b1', 8, 0.8), hit('b2', 7, 0.7)]);
  expect(idsOf(mergeRankings([a, b], 10))).toEqual(['a1', 'b1', 'b2', 'a2']);
  expect(idsOf(mergeRankings([b, a], 3))).toEqual(['a1', 'b1', 'b2']);
});

it('cosines of different models are not compared', () => {
  const a = ranking([hit('a1', 5, 0.2)], 'low');
  const b = ranking([hit('b1', 4, 0.9)], 'high');
  const [first, second] = mergeRankings([a, b], 2);
  expect([first!.hit.id, second!.hit.id]).toEqual(['a1', 'b1']);
});

it('equals go to the earlier collection', () => {
  const [a, b] = [ranking([hit('a1', 2, 0.5)]), ranking([hit('b1', 2, 0.5)])];
  expect(idsOf(mergeRankings([a, b], 2))).toEqual(['a1', 'b1']);
  expect(idsOf(mergeRankings([b, a], 2))).toEqual(['b1', 'a1']);
});

const score = (max: number) => fc.option(fc.integer({ min: 0, max }).map((n) => n / 10));
const rankings = fc.array(
  fc.record({
    hits: fc.array(fc.tuple(score(90), score(10)), { maxLength: 8 }),
    model: fc.constantFrom('m', 'n', null),
    semanticRatio: fc.constantFrom(0, 0.1, 0.5, 1),
  }),
  { maxLength: 10 },
);

it(`each collection keeps its order, scores never rise, and a shorter page begins a longer one (seed ${seed})`, () => {
  fc.assert(
    fc.property(rankings, fc.integer({ min: 1, max: 40 }), (made, limit) => {
      const given = made.map(({ hits, ...rest }, at) => ({
        ...rest,
        hits: hits.map(([bm25, dense], place) => hit(`${at}:${place}`, bm25, dense)),
      }));
      const all = mergeRankings(given, 100);
      expect(all).toHaveLength(given.reduce((sum, { hits }) => sum + hits.length, 0));
      for (const [at, { hits }] of given.entries())
        expect(all.filter(({ ranking: own }) => own === at).map(({ hit: own }) => own)).toEqual(hits);
      for (const [place, { score: own }] of all.entries())
        expect(own).toBeLessThanOrEqual(all[place - 1]?.score ?? 1);
      expect(mergeRankings(given, limit)).toEqual(all.slice(0, limit));
    }),
    { seed },
  );
});
