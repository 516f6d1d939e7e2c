/** Activities as Temporal calls them, with only their input. */
export type Bound<T> = {
  [K in keyof T]: T[K] extends (deps: never, ...input: infer I) => infer R ? (...input: I) => R : never;
};

/** Binds activities, which are functions of dependencies and an input, to the dependencies of a worker. */
export function bound<D, T extends Record<string, (deps: D, ...input: never[]) => unknown>>(
  deps: D,
  activities: T,
): Bound<T> {
  const entries = Object.entries(activities) as [string, (deps: D, ...input: unknown[]) => unknown][];
  return Object.fromEntries(
    entries.map(([name, run]) => [name, (...input: unknown[]) => run(deps, ...input)]),
  ) as Bound<T>;
}
