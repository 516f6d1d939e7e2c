const { relative, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders whose suites take longest, mostly by waiting for programs that they kill and start again. */
const longest = ['test/faults', 'test/browser', 'test/workflows'];

/** Fault tests that even a run on a slow machine shows. */
const drawnFirst = 8;

/**
 * Order of suites: fault tests first, so that none of them is left for the end of a run, when the other lanes
 * are idle. A run that may leave suites out (`TEST_SUITES_UNTIL_MS`) has some of them first, others each time,
 * and the rest last.
 */
module.exports = class LongestFirst extends Sequencer {
  /** Sorts by folder; within a folder as Jest does: by the time of the last run, else by size. */
  sort(tests) {
    const folderOf = ({ path, context }) => {
      const file = relative(context.config.rootDir, path).replaceAll(sep, '/');
      const at = longest.findIndex((folder) => file.startsWith(`${folder}/`));
      return at === -1 ? longest.length : at;
    };
    const sorted = super.sort(tests).sort((one, other) => folderOf(one) - folderOf(other));
    if (process.env.TEST_SUITES_UNTIL_MS === undefined) return sorted;
    const faults = sorted.filter((test) => folderOf(test) === 0).map((test) => ({ test, at: Math.random() }));
    const others = sorted.filter((test) => folderOf(test) !== 0);
    const drawn = faults.sort((one, other) => one.at - other.at).map(({ test }) => test);
    return [...drawn.slice(0, drawnFirst), ...others, ...drawn.slice(drawnFirst)];
  }
};
