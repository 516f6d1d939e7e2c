// Keeps servers, API and worker up in the foreground until Ctrl-C.
import { run } from './run.mjs';

await run('start.js', ({ start }) => start());
