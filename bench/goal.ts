import { textTable } from './text-table';

/** Something that the project promises to reach, next to what was measured. */
export interface Goal {
  what: string;
  bound: string;
  /** Null where this run did not measure it. */
  measured: string | null;
  reached: boolean | null;
}

const HOLDS = {
  below: (value: number, limit: number) => value < limit,
  'at most': (value: number, limit: number) => value <= limit,
  'at least': (value: number, limit: number) => value >= limit,
};

/**
 * Holds `value` against a limit; undefined means that the run did not measure it. `unit` stands behind the
 * numbers.
 */
export function boundGoal(
  what: string,
  relation: keyof typeof HOLDS,
  limit: number,
  value: number | undefined,
  unit = '',
): Goal {
  return {
    what,
    bound: `${relation} ${limit}${unit}`,
    measured: value === undefined ? null : `${value.toFixed(2)}${unit}`,
    reached: value === undefined ? null : HOLDS[relation](value, limit),
  };
}

/** The goals as lines of text, each marked as reached or not. */
export function goalTable(goals: readonly Goal[]): string {
  const verdict = (reached: boolean | null) =>
    reached === null ? 'not measured' : reached ? 'reached' : 'NOT reached';
  return textTable(
    ['goal', 'bound', 'measured', 'verdict'],
    goals.map((goal) => [goal.what, goal.bound, goal.measured ?? '-', verdict(goal.reached)]),
  );
}
