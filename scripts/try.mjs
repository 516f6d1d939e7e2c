// Parses a workbook end to end on a stack of its own: `npm run try`, `npm run try -- path/to/file.xlsx`.
import { run } from './run.mjs';

await run('try.js', ({ tryOut }) => tryOut(process.argv[2]));
