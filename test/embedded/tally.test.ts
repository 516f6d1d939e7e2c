import { addTallies, describeTally, tallyOfJest } from '../../embedded/tally';

const none = {
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
};

test.each([
  ['all went well', { ...none, numPassedTests: 3 }, 0, '3 passed, 0 failed'],
  ['a test failed', { ...none, numPassedTests: 2, numFailedTests: 1 }, 1, '2 passed, 1 failed'],
  [
    'a file did not load',
    { ...none, numPassedTests: 2, numRuntimeErrorTestSuites: 1 },
    1,
    '2 passed, 1 failed',
  ],
  [
    'tests were left out',
    { ...none, numPassedTests: 1, numPendingTests: 2, numTodoTests: 1 },
    0,
    '1 passed, 0 failed, 3 skipped',
  ],
  ['no test was found', none, 1, '0 passed, 1 failed'],
  ['Jest was killed after its report', { ...none, numPassedTests: 5 }, null, '5 passed, 1 failed'],
])('when %s, the closing line says so', (_, report, exitCode, line) => {
  expect(describeTally(tallyOfJest(report, exitCode))).toBe(line);
});

test('checks and tests are counted together', () => {
  const sum = addTallies({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 });
  expect(sum).toEqual({ passed: 11, failed: 22, skipped: 33 });
});
