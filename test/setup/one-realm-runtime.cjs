const { createRequire, isBuiltin } = require('node:module');
const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { default: Runtime } = require('jest-runtime');

/** Contexts of suites; their modules run in the realm of the process instead. */
const oneRealm = new WeakSet();
const compileFunction = vm.compileFunction;
vm.compileFunction = (source, parameters, options) =>
  compileFunction(
    source,
    parameters,
    oneRealm.has(options?.parsingContext) ? { ...options, parsingContext: undefined } : options,
  );

/** What Jest's runner keeps on the global object, by the descriptions of its symbols. */
const runnerState = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];
/** Packages that belong to Jest: each suite has its own. */
const ofJest = /^@?jest\b/;

/**
 * Jest's runtime, with packages that a process loads once for all its suites, and with modules of a suite in the
 * realm of the process, so that errors of Node and of those packages are instances of `Error`. Variables of the
 * environment and signal handlers end with the suite (docs/decisions/test-environment.md).
 */
module.exports = class OneRealmRuntime extends Runtime {
  constructor(config, environment, ...rest) {
    oneRealm.add(environment.getVmContext());
    environment.global = globalThis;
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    super(config, environment, ...rest);
    this.variables = { ...process.env };
    this.listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  }

  requireModuleOrMock(from, name) {
    const isPackage = !/^[./]/.test(name) && !isBuiltin(name) && !ofJest.test(name);
    return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
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
