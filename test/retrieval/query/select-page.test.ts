import fc from 'fast-check';
import { type PageCandidate, type PageRules, selectPage } from '../../../src/retrieval/query/select-page';
import { suiteSeed } from '../../setup/suite-seed';

const seed = suiteSeed();

const cases = fc
  .record({
    rules: fc.integer({ min: 0, max: 3 }),
    limit: fc.integer({ min: 1, max: 12 }),
    perDocumentMax: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  })
  .chain(({ rules, limit, perDocumentMax }) =>
    fc.record({
      limit: fc.constant(limit),
      perDocumentMax: fc.constant(perDocumentMax),
      reserves: fc
        .array(fc.integer({ min: 0, max: limit }), { minLength: rules, maxLength: rules })
        .filter((reserves) => reserves.reduce((sum, one) => sum + one, 0) <= limit),
      ranked: fc.array(
        fc.record({
          documentId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
          rules: fc.subarray(Array.from({ length: rules }, (_, rule) => rule)),
        }),
        { maxLength: 40 },
      ),
    }),
  );

/** The rule in as few words as possible: take again and again the best candidate that may still be taken. */
function plainPage(
  ranked: readonly PageCandidate[],
  { limit, perDocumentMax, reserves }: PageRules,
): number[] {
  const page: number[] = [];
  const mayTake = (at: number) =>
    !page.includes(at) &&
    page.length < limit &&
    page.filter((other) => ranked[other]!.documentId === ranked[at]!.documentId).length <
      (perDocumentMax ?? Infinity);
  const positions = ranked.map((_, at) => at);
  reserves.forEach((reserve, rule) => {
    const named = (at: number) => ranked[at]!.rules.includes(rule);
    for (;;) {
      const next = positions.find((at) => named(at) && mayTake(at));
      if (next === undefined || page.filter(named).length >= reserve) return;
      page.push(next);
    }
  });
  for (;;) {
    const next = positions.find(mayTake);
    if (next === undefined) return page.sort((a, b) => a - b);
    page.push(next);
  }
}

test(`a page is what the plain reading of bounds and reserves gives (seed ${seed})`, () => {
  fc.assert(
    fc.property(cases, ({ ranked, ...rules }) => {
      expect(selectPage(ranked, rules)).toEqual(plainPage(ranked, rules));
    }),
    { seed, numRuns: 2_000 },
  );
});

test(`without reserves a page is the ranking with the surplus of documents left out, in its order (seed ${seed})`, () => {
  fc.assert(
    fc.property(cases, ({ ranked, limit, perDocumentMax }) => {
      const count = new Map<string, number>();
      const expected = ranked.flatMap(({ documentId }, at) => {
        const taken = count.get(documentId) ?? 0;
        count.set(documentId, taken + 1);
        return taken < (perDocumentMax ?? Infinity) ? [at] : [];
      });
      const page = selectPage(ranked, { limit, perDocumentMax, reserves: [] });
      expect(page).toEqual(expected.slice(0, limit));
    }),
    { seed },
  );
});

test(`a rule gets its places whenever nothing but the bound of documents stands against it (seed ${seed})`, () => {
  fc.assert(
    fc.property(cases, ({ ranked, ...rules }) => {
      const page = selectPage(ranked, { ...rules, perDocumentMax: null });
      rules.reserves.forEach((reserve, rule) => {
        const named = (at: number) => ranked[at]!.rules.includes(rule);
        const there = ranked.filter((_, at) => named(at)).length;
        expect(page.filter(named).length).toBeGreaterThanOrEqual(Math.min(reserve, there));
      });
    }),
    { seed },
  );
});
