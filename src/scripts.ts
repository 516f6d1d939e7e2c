import { runCommand } from './run-command';
import { readScriptsCommand, scriptsUsage } from './scripts-command';

runCommand({
  name: 'scripts',
  usage: scriptsUsage,
  read(argv) {
    const run = readScriptsCommand(argv);
    return async (stores) => (await run(stores)).join('\n');
  },
});
