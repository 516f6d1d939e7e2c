// The compiled service in `dist`, and the packages beside it: `npm run build`.
import { buildAll } from './bootstrap.mjs';
import { run } from './run.mjs';

await run(async () => {
  await buildAll();
  return 0;
});
