/** Activities as Temporal calls them: each with its input alone. */
export type Bound<T> = {
  [K in keyof T]: T[K] extends (deps: never, ...input: infer I) => infer R ? (...input: I) => R : never;
};

/** Gives activities, which are functions of their dependencies and an input, the dependencies of a worker. */
export function bound<D, T extends Record<string, (deps: D, ...input: never[]) => unknown>>(
  deps: D,
  activities: T,
): Bound<T> {
  const entries = Object.entries(activities) as [string, (deps: D, ...input: unknown[]) => unknown][];
  return Object.fromEntries(
    entries.map(([name, run]) => [name, (...input: unknown[]) => run(deps, ...input)]),
  ) as Bound<T>;
}
