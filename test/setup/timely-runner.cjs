const { sep } = require('node:path');
const { default: circus } = require('jest-circus/runner');

/** A fault test may take so much longer than others. */
const faultMs = 15 * 60_000;
const leftOut = require.resolve('./left-out.cjs');

/**
 * Jest's own runner of a suite. From the moment in `TEST_SUITES_UNTIL_MS` (Unix milliseconds) on, suites that
 * have not begun count as skipped, fault tests a quarter of an hour before: a run that has to be over by a
 * certain time says what it has left out.
 */
module.exports = async (globalConfig, config, environment, runtime, testPath, ...rest) => {
  const isFault = testPath.includes(`${sep}faults${sep}`);
  const until = Number(process.env.TEST_SUITES_UNTIL_MS ?? Infinity) - (isFault ? faultMs : 0);
  const file = Date.now() < until ? testPath : leftOut;
  const result = await circus(globalConfig, config, environment, runtime, file, ...rest);
  return { ...result, testFilePath: testPath, skipped: file !== testPath };
};
