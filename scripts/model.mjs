// Puts the local embedding model into a folder: `npm run model -- <folder>`.
import { bootstrap } from './bootstrap.mjs';
import { compiled, run } from './run.mjs';

await run(async () => {
  await bootstrap();
  return compiled('embedded/prepare-model.js').prepareModel(process.argv[2]);
});
