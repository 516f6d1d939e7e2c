// Tests by lanes of `test/lanes.json`, with a closing line `N passed, N failed`: `npm test`, `npm run test:full`,
// `npm run test:faults`, and all of them in one run with `--all`. With arguments, which go to Jest, the chosen
// tests alone, of any lane: `npm test -- test/net`.
import { getPriority, setPriority } from 'node:os';
import { bootstrap } from './bootstrap.mjs';
import { runChecks } from './checks.mjs';
import { compiled, run } from './run.mjs';

/** Lanes of each command, and whether it checks the sources as well. */
const choices = {
  '--quick': { lanes: ['fast', 'journeys'], isChecked: true },
  '--full': { lanes: ['fast', 'journeys', 'steps', 'stack', 'programs'], isChecked: true },
  '--faults': { lanes: ['faults'], isChecked: false },
  '--all': { lanes: ['fast', 'journeys', 'steps', 'stack', 'programs', 'faults'], isChecked: true },
};
const [choice, ...chosen] = process.argv.slice(2);
const { lanes, isChecked } = choices[choice];
const checks = isChecked && chosen.length === 0 ? runChecks : undefined;
const jestArguments = chosen.length > 0 ? chosen : ['--selectProjects', ...lanes];
/**
 * Nice value of all that the tests start. Threads that leave the processor to others (`src/background-thread.ts`)
 * have 5: beside a test runner of 0, which keeps all cores busy, they would have next to nothing of them.
 */
const niceness = 4;

if (process.platform === 'linux') setPriority(Math.max(getPriority(), niceness));

await run(async () => {
  try {
    await bootstrap({ areTypesChecked: checks !== undefined });
  } catch (error) {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    return 1;
  }
  return compiled('embedded/test-run.js').runTests(jestArguments, checks);
});
