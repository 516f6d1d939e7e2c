import { boundGoal, type Goal } from '../../../bench/goal';
import { pairedRatio } from '../../../bench/statistics';
import type { ReaderName } from './readers';
import type { SubjectResult } from './rounds';

const smallestBigBytes = 9_000_000;

/** Cells that a reader may leave out and still count: some give nothing for an error value. */
const missingShareMax = 0.001;

/**
 * Time of one reader to that of another; undefined when one of them did not run or did not read everything.
 */
function ratio(result: SubjectResult, reader: ReaderName, to: ReaderName): number | undefined {
  const seconds = (name: ReaderName) => {
    const entry = result.readers.find((candidate) => candidate.reader === name);
    const whole = entry?.failed === 0 && Math.abs((entry.complete ?? 1) - 1) <= missingShareMax;
    return whole ? entry.seconds : undefined;
  };
  const [own, other] = [seconds(reader), seconds(to)];
  return own === undefined || other === undefined ? undefined : pairedRatio(own, other);
}

const peakMegabytes = (result: SubjectResult | undefined): number | undefined => {
  const peak = result?.readers.find((entry) => entry.reader === 'sheaf, new process')?.peakBytes;
  return peak === undefined ? undefined : peak / 1e6;
};

/** Goals of the reader, held against the results of one run. Times are those of the warm thread. */
export function readerGoals(results: readonly SubjectResult[]): Goal[] {
  const named = (name: string) => results.find((result) => result.subject === name);
  const generated = results.filter((result) => result.cells !== null);
  const workbooks = generated.filter((result) => result.format !== 'csv');
  const goals: Goal[] = [];
  for (const result of workbooks) {
    const what = `${result.subject}: time to that of calamine`;
    const value = ratio(result, 'sheaf', 'calamine');
    const big = result.bytes >= smallestBigBytes;
    goals.push(big ? boundGoal(what, 'below', 1, value) : boundGoal(what, 'at most', 1, value));
  }
  for (const result of workbooks)
    goals.push(
      boundGoal(
        `${result.subject}: times as fast as SheetJS`,
        'at least',
        7,
        ratio(result, 'SheetJS', 'sheaf'),
      ),
    );
  goals.push(
    boundGoal('mixed-100.xlsx: peak memory', 'below', 150, peakMegabytes(named('mixed-100.xlsx')), ' MB'),
  );
  const csv = named('csv-100.csv');
  goals.push(
    boundGoal(
      'csv-100.csv: time to that of papaparse',
      'below',
      1,
      csv === undefined ? undefined : ratio(csv, 'sheaf', 'papaparse'),
    ),
    boundGoal('csv-100.csv: peak memory', 'below', 120, peakMegabytes(csv), ' MB'),
  );
  return goals;
}
