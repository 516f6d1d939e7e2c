// Types, lint, format and dead code of the whole project: `npm run check`.
import { bootstrap } from './bootstrap.mjs';
import { runChecks } from './checks.mjs';
import { run } from './run.mjs';

await run(async () => {
  // Tests use the built client and its types.
  await bootstrap({ areTypesChecked: true });
  const { passed, failed } = await runChecks();
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
});
