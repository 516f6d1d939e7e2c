import path from 'node:path';
import { projectRoot } from '../../embedded/project-root';
import { describeTimes, laneOf, readLanes, suiteTimes } from '../../embedded/suite-times';

const lanes = { fast: { folders: [] }, faults: { folders: ['test/faults'] } };
const suite = (n: number) => ({
  name: path.join(projectRoot, `test/faults/${n}.test.ts`),
  startTime: 1_000,
  endTime: 1_000 + 1_500 * n,
});
const note = {
  suite: suite(2).name,
  processorMs: 1_240,
  databaseMs: 100,
  programsMs: 900,
  programsProcessorMs: 2_000,
};

test('a suite has the times that it noted of its parts, in seconds', () => {
  expect(suiteTimes([suite(2)], [note], lanes)).toEqual({
    'test/faults/2.test.ts': {
      lane: 'faults',
      seconds: 3,
      processor: 1.2,
      database: 0.1,
      programs: 0.9,
      programsProcessor: 2,
    },
  });
});

test('times are summed by lane, and the ten slowest suites are named, the slowest first', () => {
  const results = Array.from({ length: 12 }, (_, n) => suite(n));
  const lines = describeTimes(suiteTimes(results, [note], lanes));
  expect(lines).toHaveLength(12);
  expect(lines[1]!.split(/\s+/)).toEqual(['faults', '12', '99.0', '1.2', '0.1', '0.9', '2.0']);
  expect(lines[2]).toBe('   16.5 s  test/faults/11.test.ts');
  expect(lines[11]).toBe('    3.0 s  test/faults/2.test.ts');
});

test('a suite that runs alone is compared with none', () => {
  expect(describeTimes(suiteTimes([suite(1)], [], lanes))).toEqual([]);
});

test.each([
  ['test/faults/worker-killed.test.ts', 'faults'],
  ['test/journeys/parse.test.ts', 'journeys'],
  ['test/cli/commands.test.ts', 'stack'],
  ['test/client/cursors.test.ts', 'stack'],
  ['test/programs/api-program.test.ts', 'programs'],
  ['test/stores/credits.test.ts', 'fast'],
])('%s is in the lane %s', (file, lane) => {
  expect(laneOf(file, readLanes())).toBe(lane);
});
