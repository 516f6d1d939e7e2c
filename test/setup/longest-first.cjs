const { relative, sep } = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

/** Folders whose suites take longest, mostly by waiting for programs that they kill and start again. */
const longest = ['test/faults', 'test/browser', 'test/workflows'];

/**
 * Order of suites: fault tests first, so that none of them is left for the end of a run, when the other lanes
 * are idle.
 */
module.exports = class LongestFirst extends Sequencer {
  /** Sorts by folder; within a folder as Jest does: by the time of the last run, else by size. */
  sort(tests) {
    const rank = ({ path, context }) => {
      const file = relative(context.config.rootDir, path).replaceAll(sep, '/');
      const at = longest.findIndex((folder) => file.startsWith(`${folder}/`));
      return at === -1 ? longest.length : at;
    };
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
};
