const Module = require('node:module');
const path = require('node:path');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { default: Runtime } = require('jest-runtime');
const { ownPackages } = require('./own-packages.cjs');

const { createRequire, isBuiltin } = Module;

/** Contexts of suites; their modules run in the realm of the process instead. */
const oneRealm = new WeakSet();
const compileFunction = vm.compileFunction;
vm.compileFunction = (source, parameters, options) =>
  compileFunction(
    source,
    parameters,
    oneRealm.has(options?.parsingContext) ? { ...options, parsingContext: undefined } : options,
  );

const root = path.resolve(__dirname, '../..');
/** Folders of the suites and of what helps them, from the root. */
const testFolders = /^(packages\/[^/]+\/)?test(\/|$)/;
/** Source maps by file, also of modules that an earlier suite of the process has loaded. */
const sourceMaps = new Map();
/** Jest's compiler, that of the present suite. */
let compiler;
Module._extensions['.ts'] = (module, file) => module._compile(compiler.transform(file), file);

/** What Jest's runner keeps on the global object, by the descriptions of its symbols. */
const runnerState = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];
/** Packages that belong to Jest: each suite has its own. */
const ofJest = /^@?jest\b/;

module.exports = class OneRealmRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    oneRealm.add(environment.getVmContext());
    environment.global = globalThis;
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    super(config, environment, ...rest);
    compiler = this.transformCache;
    compiler.sourceMaps = sourceMaps;
    const { watch, watchAll } = rest.at(-1);
    // Sources change between two runs of one process.
    this.sharesSources = !watch && !watchAll;
    this.variables = { ...process.env };
    this.listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  }

  requireModuleOrMock(from, name) {
    const isShared = name in ownPackages || isSource(from, name) ? this.sharesSources : isPackage(name);
    return isShared ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }

  teardown() {
    super.teardown();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!this.listeners.get(name)?.includes(listener)) process.removeListener(name, listener);
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (runnerState.includes(key.description)) delete globalThis[key];
  }
};

function isPackage(name) {
  return !/^[./]/.test(name) && !isBuiltin(name) && !ofJest.test(name);
}

/** Whether a relative name stands for a module of no suite; Node's `require` does not take ECMAScript modules. */
function isSource(from, name) {
  if (!/^[./]/.test(name) || name.endsWith('.mjs')) return false;
  const file = path.relative(root, path.resolve(path.dirname(from), name));
  return !testFolders.test(file.replaceAll(path.sep, '/'));
}
