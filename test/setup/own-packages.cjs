const Module = require('node:module');
const path = require('node:path');
const { compilerOptions } = require('../../tsconfig.paths.json');

const root = path.resolve(__dirname, '../..');

/** Packages of the workspace that the service imports: entry among their sources, by name. */
const ownPackages = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [entry]]) => [name, path.join(root, entry)]),
);

// Node's `require`, too, takes them from their sources: in the process that prepares a run, and for what suites share.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => resolveFilename(ownPackages[name] ?? name, ...rest);

module.exports = { ownPackages };
