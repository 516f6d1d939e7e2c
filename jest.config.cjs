const { availableParallelism, totalmem } = require('node:os');
const path = require('node:path');
const lanes = require('./test/lanes.json');
const { ownPackages } = require('./test/setup/own-packages.cjs');

/** Suites at once for each core: most of a suite is waiting for servers. */
const suitesPerCore = 2;
/** What a suite may need: its own process, the programs that it starts and servers of its own. */
const suiteBytes = 3 * 2 ** 30;
const suitesAtOnce = Math.min(suitesPerCore * availableParallelism(), Math.floor(totalmem() / suiteBytes));

/** Packages of the workspace run from their sources. */
const sourcesByPackage = Object.fromEntries(
  Object.entries(ownPackages).map(([name, source]) => [`^${name}$`, source]),
);

const common = {
  rootDir: path.dirname(require.resolve('./package.json')),
  runtime: '<rootDir>/test/setup/one-realm-runtime.cjs',
  setupFilesAfterEnv: ['measure-suite', 'name-first-failure'].map(
    (name) => `<rootDir>/test/setup/${name}.ts`,
  ),
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
  moduleNameMapper: sourcesByPackage,
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/packages/[^/]+/dist/'],
};

const inFolder = (folder) => `<rootDir>/${folder}/`;
const elsewhere = Object.values(lanes).flatMap(({ folders }) => folders.map(inFolder));

/** A lane of `test/lanes.json`; the one without folders has what the others leave. */
const project = ([name, { folders, stack }]) => ({
  ...common,
  displayName: name,
  testMatch:
    folders.length === 0
      ? ['<rootDir>/test/**/*.test.ts', '<rootDir>/packages/*/test/**/*.test.ts']
      : folders.map((folder) => `${inFolder(folder)}**/*.test.ts`),
  ...(folders.length === 0 && { testPathIgnorePatterns: elsewhere }),
  globalSetup: `<rootDir>/test/setup/${stack ? 'open-stack' : 'begin-run'}.ts`,
  globalTeardown: `<rootDir>/test/setup/${stack ? 'close-stack' : 'end-run'}.ts`,
});

module.exports = {
  maxWorkers: Math.max(1, suitesAtOnce),
  // A process that has run many suites gives the memory back that it has gathered.
  workerIdleMemoryLimit: '1GB',
  // A process unloads native modules as it ends, for which Jest's default of half a second is short on a busy
  // machine. One that leaves something open meets this limit, and Jest says so.
  workerGracefulExitTimeout: 20_000,
  // Only ends what hangs: a machine may be many times slower than the one that a test was written on.
  testTimeout: 600_000,
  projects: Object.entries(lanes).map(project),
};
