import fc from 'fast-check';
import { fuse, type LegHit } from '../../../src/retrieval/ranking';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const leg = (least: number, most: number) =>
  fc
    .uniqueArray(fc.record({ at: fc.nat(30), step: fc.nat(8) }), { selector: ({ at }) => at, maxLength: 20 })
    .map((rows) =>
      rows.map(({ at, step }): LegHit => {
        const [document, chunkIndex] = [`doc_${Math.floor(at / 3)}`, at % 3];
        // Few different scores, so that ties are common.
        return {
          id: `${document}:${chunkIndex}`,
          documentId: document,
          chunkIndex,
          score: least + ((most - least) * step) / 8,
        };
      }),
    );
const legs = fc.record({ keyword: leg(0, 20), dense: leg(-1, 1) });
const ratio = fc.constantFrom(0, 0.1, 0.3, 0.5, 0.7, 1);

test(`the order in which the legs list their hits changes nothing (seed ${seed})`, () => {
  fc.assert(
    fc.property(legs, ratio, fc.infiniteStream(fc.nat()), ({ keyword, dense }, weight, stream) => {
      const mixed = (hits: LegHit[]) =>
        hits
          .map((hit) => ({ hit, place: stream.next().value as number }))
          .sort((a, b) => a.place - b.place)
          .map(({ hit }) => hit);
      const expected = fuse({ keyword, dense }, weight);
      expect(fuse({ keyword: mixed(keyword), dense: mixed(dense) }, weight)).toEqual(expected);
    }),
    { seed },
  );
});

test(`whoever is not worse in either leg does not come later, ties going by keyword score, document and place (seed ${seed})`, () => {
  fc.assert(
    fc.property(legs, ratio, (input, weight) => {
      const found = fuse(input, weight);
      for (const [place, a] of found.entries())
        for (const b of found.slice(place + 1)) {
          expect(a.fused).toBeGreaterThanOrEqual(b.fused);
          if (a.fused > b.fused) continue;
          const [own, other] = [a.bm25 ?? -Infinity, b.bm25 ?? -Infinity];
          expect(own).toBeGreaterThanOrEqual(other);
          if (own > other) continue;
          expect(
            a.documentId < b.documentId || (a.documentId === b.documentId && a.chunkIndex < b.chunkIndex),
          ).toBe(true);
        }
    }),
    { seed },
  );
});

test(`every hit of a leg with weight is a candidate once, with the scores of both legs and a sum from 0 to 1 (seed ${seed})`, () => {
  fc.assert(
    fc.property(legs, ratio, ({ keyword, dense }, weight) => {
      const found = fuse({ keyword, dense }, weight);
      const expected = new Set(
        [...(weight < 1 ? keyword : []), ...(weight > 0 ? dense : [])].map(({ id }) => id),
      );
      expect(found.map(({ id }) => id).sort()).toEqual([...expected].sort());
      for (const { id, bm25, dense: cosine, fused } of found) {
        expect(bm25).toBe(keyword.find((hit) => hit.id === id)?.score ?? null);
        expect(cosine).toBe(dense.find((hit) => hit.id === id)?.score ?? null);
        expect(fused).toBeGreaterThanOrEqual(0);
        expect(fused).toBeLessThanOrEqual(1 + 1e-12);
      }
    }),
    { seed },
  );
});

test(`with one leg the order is that of the leg (seed ${seed})`, () => {
  fc.assert(
    fc.property(legs, fc.constantFrom('keyword', 'dense'), (input, side) => {
      const scores = fuse(input, side === 'keyword' ? 0 : 1).map(({ bm25, dense }) =>
        side === 'keyword' ? bm25! : dense!,
      );
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }),
    { seed },
  );
});

test('the sum is the weighted sum of scores scaled between the last and the first of each leg', () => {
  const hit = (id: string, score: number): LegHit => ({ id, documentId: id, chunkIndex: 0, score });
  const found = fuse(
    {
      keyword: [hit('a', 12), hit('b', 7), hit('c', 2)],
      dense: [hit('b', 0.8), hit('d', 0.4), hit('a', 0.3)],
    },
    0.25,
  );
  expect(found.map(({ id, fused }) => [id, Math.round(fused * 1_000) / 1_000])).toEqual([
    ['a', 0.75],
    ['b', 0.625],
    ['d', 0.05],
    ['c', 0],
  ]);
});

test(`with many hits in both legs the order is that of weighted standard scores (seed ${seed})`, () => {
  const scores = (least: number, most: number) =>
    fc.array(fc.double({ min: least, max: most, noNaN: true }), { minLength: 30, maxLength: 80 });
  fc.assert(
    fc.property(scores(0.5, 30), scores(-1, 1), fc.constantFrom(0.2, 0.5, 0.8), (words, meanings, weight) => {
      const legOf = (values: number[], from: number): LegHit[] =>
        values.map((score, at) => ({ id: `${from + at}`, documentId: `${from + at}`, chunkIndex: 0, score }));
      // Half of the second leg's documents are the first one's too.
      const [keyword, dense] = [legOf(words, 0), legOf(meanings, 15)];
      const [standardWord, standardMeaning] = [standardised(words), standardised(meanings)];
      fc.pre(standardWord !== null && standardMeaning !== null);
      const plain = ({ bm25, dense: cosine }: { bm25: number | null; dense: number | null }) =>
        (1 - weight) * standardWord(bm25 ?? Math.min(...words)) +
        weight * standardMeaning(cosine ?? Math.min(...meanings));
      const sums = fuse({ keyword, dense }, weight).map(plain);
      for (const [place, sum] of sums.slice(1).entries())
        expect(sum).toBeLessThanOrEqual(sums[place]! + 1e-9);
    }),
    { seed },
  );
});

/** Standard score of a value among others; null where they hardly differ. */
function standardised(values: number[]): ((value: number) => number) | null {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  return deviation < 1e-3 ? null : (value) => (value - mean) / deviation;
}

test('a leg of few hits weighs as the ratio says', () => {
  const many = Array.from({ length: 100 }, (_, i): LegHit => {
    return { id: `d${i}`, documentId: `d${i}`, chunkIndex: 0, score: i / 100 };
  });
  const exact = { id: 'exact', documentId: 'exact', chunkIndex: 0, score: 9 };
  const [first, second] = fuse({ keyword: [exact], dense: many }, 0.5);
  expect([first, second]).toMatchObject([{ fused: 0.5 }, { fused: 0.5 }]);
  expect(first!.id).toBe('exact');
});

test('the keyword leg alone is told as parts of its best score, however much of it there is', () => {
  const hit = (id: string, score: number): LegHit => ({ id, documentId: id, chunkIndex: 0, score });
  const all = [hit('a', 12), hit('b', 9), hit('c', 3)];
  const scoresOf = (keyword: LegHit[]) => fuse({ keyword, dense: [] }, 0).map(({ id, fused }) => [id, fused]);
  expect(scoresOf(all)).toEqual([
    ['a', 1],
    ['b', 0.75],
    ['c', 0.25],
  ]);
  expect(scoresOf(all.slice(0, 2))).toEqual(scoresOf(all).slice(0, 2));
});
