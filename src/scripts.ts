import { runCommand } from './admin/run-command';
import { readScriptsCommand, scriptsUsage } from './admin/parsing-scripts';

runCommand({
  name: 'scripts',
  usage: scriptsUsage,
  read(argv) {
    const run = readScriptsCommand(argv);
    return async (stores) => (await run(stores)).join('\n');
  },
});
