import {
  type Comparison,
  type EvaluationSize,
  type Scorecard,
  type UnitResult,
} from '../../domain/documents/evaluation';
import { percentilesOf } from '../percentiles';
import { comparePaired } from './paired-proportions';

/** The sums of one pass over the cases of an evaluation. */
export interface EvaluationTally {
  /** Adds a case with its result under each configuration, in their order; null when it was not asked. */
  add(results: readonly (UnitResult | null)[]): void;
  units(): { scored: number; failed: number };
  scorecards(): Record<string, Scorecard>;
  /** Every pair of configurations, in their order. */
  comparisons(): Comparison[];
}

type Scored = Extract<UnitResult, { state: 'scored' }>;

/**
 * Creates a tally, which sums up an evaluation case by case. Its memory holds the number of occurrences of
 * each latency under each configuration.
 */
export function createEvaluationTally(
  names: readonly string[],
  { casesError }: Pick<EvaluationSize, 'casesError'>,
): EvaluationTally {
  const configs = names.map(() => ({
    failed: 0,
    recallAt1: 0,
    recallAt3: 0,
    recallAt10: 0,
    reciprocalRank: 0,
    ndcgAt10: 0,
    scored: 0,
    latencies: new Map<number, number>(),
  }));
  const pairs = names.flatMap((_, a) =>
    names.slice(a + 1).map((_name, after) => ({ a, b: a + 1 + after, questions: 0, aOnly: 0, bOnly: 0 })),
  );

  function addScored(config: (typeof configs)[number], { score, latencyMs }: Scored): void {
    config.recallAt1 += score.recallAt1;
    config.recallAt3 += score.recallAt3;
    config.recallAt10 += score.recallAt10;
    config.ndcgAt10 += score.ndcgAt10;
    config.reciprocalRank += score.rank === null ? 0 : 1 / score.rank;
    config.scored++;
    config.latencies.set(latencyMs, (config.latencies.get(latencyMs) ?? 0) + 1);
  }

  return {
    add(results) {
      configs.forEach((config, index) => {
        const result = results[index];
        if (result?.state === 'failed') config.failed++;
        if (result?.state === 'scored') addScored(config, result);
      });
      for (const pair of pairs) {
        const [a, b] = [results[pair.a], results[pair.b]];
        if (a?.state !== 'scored' || b?.state !== 'scored') continue;
        pair.questions++;
        if (isHit(a) && !isHit(b)) pair.aOnly++;
        if (isHit(b) && !isHit(a)) pair.bOnly++;
      }
    },

    units: () => ({
      scored: configs.reduce((total, { scored }) => total + scored, 0),
      failed: configs.reduce((total, { failed }) => total + failed, 0),
    }),

    scorecards: () =>
      Object.fromEntries(
        configs.map((config, index): [string, Scorecard] => {
          const { scored, failed } = config;
          const mean = (total: number) => (scored === 0 ? null : total / scored);
          const [p50, p95] = percentilesOf(config.latencies, [50, 95]);
          return [
            names[index]!,
            {
              recallAt1: mean(config.recallAt1),
              recallAt3: mean(config.recallAt3),
              recallAt10: mean(config.recallAt10),
              mrr: mean(config.reciprocalRank),
              ndcgAt10: mean(config.ndcgAt10),
              latencyP50Ms: p50 ?? null,
              latencyP95Ms: p95 ?? null,
              scored,
              failed,
              error: casesError,
            },
          ];
        }),
      ),

    comparisons: () =>
      pairs.map(({ a, b, questions, aOnly, bOnly }) => ({
        a: names[a]!,
        b: names[b]!,
        questions,
        aOnly,
        bOnly,
        ...comparePaired(questions, aOnly, bOnly),
      })),
  };
}

const isHit = ({ score }: Scored): boolean => score.rank !== null;
