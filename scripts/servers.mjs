// Keeps the servers that tests run against up in the foreground; `npm test` and single tests use them meanwhile.
import { run } from './run.mjs';

await run('servers.js', ({ keepTestServers }) => keepTestServers());
