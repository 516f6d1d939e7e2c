// Everything that has to hold, with a closing line `N passed, N failed`: `npm test`. With arguments, which go
// to Jest, the chosen tests alone: `npm test -- test/net`.
import { bootstrap } from './bootstrap.mjs';
import { runChecks } from './checks.mjs';
import { compiled, run } from './run.mjs';

const jestArguments = process.argv.slice(2);

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
