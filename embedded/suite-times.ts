import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './project-root';

/** A file of tests in Jest's `--json` report; times in Unix milliseconds. */
export interface SuiteResult {
  /** Absolute path. */
  name: string;
  startTime: number;
  endTime: number;
}

/** Times that a suite notes of its parts (`test/setup/measure-suite.ts`), in milliseconds. */
export interface SuiteNote {
  /** Absolute path. */
  suite: string;
  /** Processor time of the Jest process. */
  processorMs: number;
  /** Wall time of opening databases. */
  databaseMs: number;
  /** Wall time until API and worker programs were ready. */
  programsMs: number;
  /** Processor time of programs that the suite has ended. */
  programsProcessorMs: number;
}

/** Times of a suite in seconds. */
export interface SuiteTimes {
  lane: string;
  seconds: number;
  processor: number;
  database: number;
  programs: number;
  programsProcessor: number;
}

interface Lane {
  folders: readonly string[];
}

const suitesMax = 10;

/** Lanes by name, in the order of `test/lanes.json`. */
export function readLanes(): Record<string, Lane> {
  return JSON.parse(readFileSync(path.join(projectRoot, 'test', 'lanes.json'), 'utf8')) as Record<
    string,
    Lane
  >;
}

/** Lane of a suite, named from the project's folder: the one with its folder, else the one without folders. */
export function laneOf(suite: string, lanes: Record<string, Lane>): string {
  const entries = Object.entries(lanes);
  const own = entries.find(([, { folders }]) => folders.some((folder) => suite.startsWith(`${folder}/`)));
  return (own ?? entries.find(([, { folders }]) => folders.length === 0))![0];
}

/** Times of suites by their paths from the project's folder; what a suite has not noted is 0. */
export function suiteTimes(
  results: readonly SuiteResult[],
  notes: readonly SuiteNote[],
  lanes: Record<string, Lane>,
): Record<string, SuiteTimes> {
  const noted = new Map(notes.map((note) => [note.suite, note]));
  const rounded = (ms: number) => Math.round(ms / 100) / 10;
  return Object.fromEntries(
    results.map(({ name, startTime, endTime }) => {
      const note = noted.get(name);
      const suite = path.relative(projectRoot, name);
      return [
        suite,
        {
          lane: laneOf(suite, lanes),
          seconds: rounded(endTime - startTime),
          processor: rounded(note?.processorMs ?? 0),
          database: rounded(note?.databaseMs ?? 0),
          programs: rounded(note?.programsMs ?? 0),
          programsProcessor: rounded(note?.programsProcessorMs ?? 0),
        },
      ];
    }),
  );
}

/** A table with a line for each lane, then the ten suites that took longest; nothing for a single suite. */
export function describeTimes(times: Record<string, SuiteTimes>): string[] {
  const suites = Object.entries(times);
  if (suites.length < 2) return [];
  const lanes = [...new Set(suites.map(([, { lane }]) => lane))];
  const columns = ['seconds', 'processor', 'database', 'programs', 'programsProcessor'] as const;
  const cell = (value: number | string) => String(value).padStart(18);
  const sumOf = (lane: string, column: (typeof columns)[number]) =>
    suites.reduce((sum, [, one]) => sum + (one.lane === lane ? one[column] : 0), 0).toFixed(1);
  return [
    `${'lane'.padEnd(10)}${cell('suites')}${columns.map(cell).join('')}`,
    ...lanes.map((lane) => {
      const count = suites.filter(([, one]) => one.lane === lane).length;
      return `${lane.padEnd(10)}${cell(count)}${columns.map((column) => cell(sumOf(lane, column))).join('')}`;
    }),
    ...suites
      .toSorted(([, one], [, other]) => other.seconds - one.seconds)
      .slice(0, suitesMax)
      .map(([suite, { seconds }]) => `${seconds.toFixed(1).padStart(7)} s  ${suite}`),
  ];
}

/** All notes of a folder in which each process of Jest has a file. */
export function readNotes(folder: string): SuiteNote[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .flatMap((name) => readFileSync(path.join(folder, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as SuiteNote);
}

/** Keeps times in `.cache/suite-times.json`, beside those of suites that did not run now. */
export function keepTimes(times: Record<string, SuiteTimes>): void {
  const file = path.join(projectRoot, '.cache', 'suite-times.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, SuiteTimes>) : {};
  mkdirSync(path.dirname(file), { recursive: true });
  const sorted = Object.entries({ ...kept, ...times }).toSorted(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`);
}
