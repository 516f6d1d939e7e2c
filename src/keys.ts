import { keysUsage, readKeysCommand } from './commands/keys-command';
import { runCommand } from './commands/run-command';

runCommand({
  name: 'keys',
  usage: keysUsage,
  read(argv) {
    const { run, json } = readKeysCommand(argv);
    return async (stores) => {
      const output = await run(stores);
      return json ? JSON.stringify(output.json) : output.lines.join('\n');
    };
  },
});
