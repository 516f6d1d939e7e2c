/** How many tests and checks went how. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The part of Jest's `--json` report that is counted. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that did not even load. */
  numRuntimeErrorTestSuites: number;
}

/**
 * Counts Jest's report; a run that ended badly without a failed test (none found, say) is a failure itself.
 */
export function tallyOfJest(report: JestReport, exitCode: number | null): Tally {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** The sum of two tallies. */
export function addTallies(left: Tally, right: Tally): Tally {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** The closing line. */
export function describeTally({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
