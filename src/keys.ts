import { keysUsage, readKeysCommand } from './admin/keys';
import { runCommand } from './admin/run-command';

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
