const vm = require('node:vm');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { TestEnvironment } = require('jest-environment-node');

/** Contexts of suites that run in the realm of their process. */
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

/**
 * Jest's environment for Node without a realm of its own: errors of Node and of packages are instances of
 * `Error`, and packages can be shared (`shared-packages-runtime.cjs`). Variables of the environment and signal
 * handlers of a suite end with it.
 */
module.exports = class OneRealmEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global = globalThis;
    this.fakeTimersModern = new ModernFakeTimers({ config: config.projectConfig, global: globalThis });
    oneRealm.add(this.context);
    this.variables = { ...process.env };
    this.listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name)]));
  }

  async teardown() {
    await super.teardown();
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const name of process.eventNames())
      for (const listener of process.rawListeners(name))
        if (!this.listeners.get(name)?.includes(listener)) process.removeListener(name, listener);
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (runnerState.includes(key.description)) delete globalThis[key];
  }
};
