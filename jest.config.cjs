const { availableParallelism, totalmem } = require('node:os');

/** Suites at once for each core: most of a suite is waiting for servers. */
const lanesPerCore = 2;
/** What a suite may need: its own process, the programs that it starts and servers of its own. */
const laneBytes = 3 * 2 ** 30;
const lanes = Math.min(lanesPerCore * availableParallelism(), Math.floor(totalmem() / laneBytes));

/**
 * One runner for every suite; `scripts/test.mjs` starts the servers that the suites under test/http and
 * test/stores use.
 */
module.exports = {
  maxWorkers: Math.max(1, lanes),
  // A process that has run many suites gives the memory back that it has gathered.
  workerIdleMemoryLimit: '1GB',
  testSequencer: '<rootDir>/test/setup/longest-first.cjs',
  testRunner: '<rootDir>/test/setup/timely-runner.cjs',
  testEnvironment: '<rootDir>/test/setup/one-realm-environment.cjs',
  runtime: '<rootDir>/test/setup/shared-packages-runtime.cjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  transform: {
    '^.+\\.[cm]?[jt]s$': [
      '@swc/jest',
      {
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'commonjs' },
        sourceMaps: 'inline',
      },
    ],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Only ends what hangs: a machine may be many times slower than the one that a test was written on.
  testTimeout: 600_000,
};
