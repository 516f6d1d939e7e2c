import {
  type Comparison,
  type EvaluationSize,
  type Scorecard,
  type UnitResult,
} from '../../domain/evaluation';
import { comparePaired } from './paired-proportions';

/** What one pass over the questions of an evaluation comes to. */
export interface EvaluationTally {
  /** Takes one question up, with what came of it under each configuration, in their order; null where it was not asked. */
  add(results: readonly (UnitResult | null)[]): void;
  /** Questions under one configuration each. */
  units(): { scored: number; failed: number };
  scorecards(): Record<string, Scorecard>;
  /** Every pair of configurations, in their order. */
  comparisons(): Comparison[];
}

type Scored = Extract<UnitResult, { state: 'scored' }>;

/** Sums up an evaluation question by question; what it remembers of one is its latency under each configuration. */
export function createEvaluationTally(
  names: readonly string[],
  { casesError }: Pick<EvaluationSize, 'casesError'>,
): EvaluationTally {
  const configs = names.map(() => ({
    ...{ failed: 0, recallAt1: 0, recallAt3: 0, recallAt10: 0, reciprocalRank: 0, ndcgAt10: 0 },
    latenciesMs: [] as number[],
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
    config.latenciesMs.push(latencyMs);
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
      scored: configs.reduce((total, { latenciesMs }) => total + latenciesMs.length, 0),
      failed: configs.reduce((total, { failed }) => total + failed, 0),
    }),

    scorecards: () =>
      Object.fromEntries(
        configs.map((config, index): [string, Scorecard] => {
          const scored = config.latenciesMs.length;
          const mean = (total: number) => (scored === 0 ? null : total / scored);
          const latencies = Float64Array.from(config.latenciesMs).sort();
          return [
            names[index]!,
            {
              recallAt1: mean(config.recallAt1),
              recallAt3: mean(config.recallAt3),
              recallAt10: mean(config.recallAt10),
              mrr: mean(config.reciprocalRank),
              ndcgAt10: mean(config.ndcgAt10),
              latencyP50Ms: nearestRank(latencies, 50),
              latencyP95Ms: nearestRank(latencies, 95),
              ...{ scored, failed: config.failed, error: casesError },
            },
          ];
        }),
      ),

    comparisons: () =>
      pairs.map(({ a, b, questions, aOnly, bOnly }) => ({
        ...{ a: names[a]!, b: names[b]!, questions, aOnly, bOnly },
        ...comparePaired(questions, aOnly, bOnly),
      })),
  };
}

const isHit = ({ score }: Scored): boolean => score.rank !== null;

/** The ceil(percent / 100 · n)-th smallest; null of none. */
function nearestRank(sorted: Float64Array, percent: number): number | null {
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
}
