const { createRequire, isBuiltin } = require('node:module');
const { default: Runtime } = require('jest-runtime');

/** Packages that belong to Jest: each suite has its own. */
const ofJest = /^@?jest\b/;

/**
 * Jest's runtime, with packages that a process loads once for all its suites. Jest loads every module anew for
 * each suite; for the packages of a suite over HTTP that took longer than most of its tests.
 */
module.exports = class SharedPackagesRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    const isPackage = !/^[./]/.test(name) && !isBuiltin(name) && !ofJest.test(name);
    return isPackage ? createRequire(from)(name) : super.requireModuleOrMock(from, name);
  }
};
