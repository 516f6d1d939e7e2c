// Keeps servers, API and worker up in the foreground until Ctrl-C: `npm start`.
import { bootstrap } from './bootstrap.mjs';
import { compiled, run } from './run.mjs';

await run(async () => {
  await bootstrap();
  return compiled('embedded/start.js').start();
});
