// Keeps the servers that tests run against up until Ctrl-C; `npm test` and single tests use them: `npm run
// servers`.
import { bootstrap } from './bootstrap.mjs';
import { compiled, run } from './run.mjs';

await run(async () => {
  await bootstrap();
  return compiled('embedded/keep-test-servers.js').keepTestServers();
});
