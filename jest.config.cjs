/** One runner for every suite; `scripts/test.mjs` starts the servers that the suites under test/http and test/stores use. */
module.exports = {
  testEnvironment: 'node',
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
  // Packages that ship ES modules only; Node requires them natively, Jest needs them transformed.
  transformIgnorePatterns: ['/node_modules/(?!(numfmt|marked)/)'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  // Only ends what hangs: a machine may be many times slower than the one that a test was written on.
  testTimeout: 120_000,
};
