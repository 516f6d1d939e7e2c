// Parses a workbook end to end on a stack of its own: `npm run try`, `npm run try -- path/to/file.xlsx`.
import { bootstrap } from './bootstrap.mjs';
import { compiled, run } from './run.mjs';

await run(async () => {
  await bootstrap();
  return compiled('embedded/try.js').tryOut(process.argv[2]);
});
