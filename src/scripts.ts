import { runCommand } from './commands/run-command';
import { readScriptsCommand, scriptsUsage } from './commands/scripts-command';

runCommand({
  name: 'scripts',
  usage: scriptsUsage,
  read(argv) {
    const run = readScriptsCommand(argv);
    return async (stores) => (await run(stores)).join('\n');
  },
});
