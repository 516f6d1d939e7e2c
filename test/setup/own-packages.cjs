const { existsSync } = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { compilerOptions } = require('../../tsconfig.paths.json');

const root = path.resolve(__dirname, '../..');

/** Packages of the workspace that the service imports: entry among their sources, by name. */
const ownPackages = Object.fromEntries(
  Object.entries(compilerOptions.paths).map(([name, [entry]]) => [name, path.join(root, entry)]),
);

/** Entries that their packages export to `import` alone, which suites compile to `require`. */
const importedOnly = {
  'eld/extrasmall': path.join(root, 'node_modules/eld/src/entries/static.extrasmall.js'),
};

/** Sources of the service, and of a library: folder and file. */
const ofService = /^(?:src|workflows|activities|api|embedded|bench)\//;
const ofLibrary = /^(packages\/[^/]+)\/src\/(.+)$/;
/** Folder of the programs that `npm test` has compiled. */
const { TEST_PROGRAMS: programs } = process.env;

// Node's `require` takes packages of the workspace from their sources, and all sources as `npm test` has
// compiled them: in the process that prepares a run, and for what suites share. Threads of such a module run
// compiled too.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => {
  const file = resolveFilename(ownPackages[name] ?? importedOnly[name] ?? name, ...rest);
  return programs !== undefined && file.endsWith('.ts') ? (compiledFile(file) ?? file) : file;
};

/** Compiled file of a source; undefined where there is none. */
function compiledFile(source) {
  const name = path.relative(root, source).replaceAll(path.sep, '/').replace(/\.ts$/, '.js');
  const library = ofLibrary.exec(name);
  const file =
    library !== null
      ? path.join(root, library[1], 'dist', library[2])
      : ofService.test(name)
        ? path.join(programs, name)
        : undefined;
  return file !== undefined && existsSync(file) ? file : undefined;
}

module.exports = { ownPackages };
