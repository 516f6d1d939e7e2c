import path from 'node:path';
import { projectRoot } from './project-root';

/** A file of tests in Jest's `--json` report; times in Unix milliseconds. */
export interface SuiteResult {
  /** Absolute path. */
  name: string;
  startTime: number;
  endTime: number;
}

const suitesMax = 10;

/** A line for each of the ten suites that took longest, the longest first; none for a single suite. */
export function describeSlowest(suites: readonly SuiteResult[]): string[] {
  if (suites.length < 2) return [];
  const slowest = suites
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, suitesMax);
  return slowest.map(
    ({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${path.relative(projectRoot, name)}`,
  );
}
