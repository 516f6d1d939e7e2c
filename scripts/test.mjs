// Everything that has to hold, with a closing line `N passed, N failed`: `npm test`. With arguments, which go
// to Jest, the chosen tests alone: `npm test -- test/net`.
import { getPriority, setPriority } from 'node:os';
import { bootstrap } from './bootstrap.mjs';
import { runChecks } from './checks.mjs';
import { compiled, run } from './run.mjs';

const jestArguments = process.argv.slice(2);
/**
 * Nice value of all that the tests start. Threads that leave the processor to others (`src/background-thread.ts`)
 * have 5: beside a test runner of 0, which keeps all cores busy, they would have next to nothing of them.
 */
const niceness = 4;

if (process.platform === 'linux') setPriority(Math.max(getPriority(), niceness));

await run(async () => {
  try {
    await bootstrap();
  } catch (error) {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    return 1;
  }
  const checks = jestArguments.length === 0 ? runChecks : undefined;
  return compiled('embedded/test-run.js').runTests(jestArguments, checks);
});
