import {
  codePiecesMax,
  largestScore,
  meaningWeight,
  nearWeights,
  preferWeights,
  rankingWeights,
} from '../../../src/product-search/search/weights';

/** Every number of demanded words and of stop words of a query. */
const counts = Array.from({ length: 11 }, (_, pieces) =>
  Array.from({ length: 11 - pieces }, (__, stopWords) => [pieces, stopWords] as const),
).flat();

test.each(counts)('each part of a score outweighs all parts behind it, with %i words and %i stop words', (pieces, stopWords) => {
  const { identifier, word, typo, tier, whole, stopWord } = rankingWeights(pieces, stopWords);
  const last = nearWeights.phrase + preferWeights.high + meaningWeight;
  // The parts from the last to the first: what one unit weighs, and how much all of its part can weigh.
  const parts = [
    [stopWord, stopWords * stopWord],
    [whole, pieces * whole],
    [tier, 2 * pieces * tier],
    [typo, 2 * pieces * typo],
    [word, pieces * word],
    [identifier, codePiecesMax * identifier],
  ] as const;
  let behind = last;
  for (const [unit, most] of parts) {
    expect(unit).toBeGreaterThan(behind);
    behind += most;
  }
}); // prettier-ignore

test('the largest sum keeps 1/8 in a float, that of five words 1/64', () => {
  for (const [pieces, stopWords] of counts) {
    const sum = largestScore(pieces, stopWords);
    const step = pieces + stopWords <= 5 ? 1 / 64 : 1 / 8;
    expect(Math.fround(sum + step) - Math.fround(sum)).toBe(step);
  }
});
