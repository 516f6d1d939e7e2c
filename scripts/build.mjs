// The compiled program in `dist`: `npm run build`.
import { build } from './bootstrap.mjs';
import { run } from './run.mjs';

await run(async () => {
  await build();
  return 0;
});
