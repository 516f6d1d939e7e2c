import { readResealCommand, resealUsage } from './commands/reseal-command';
import { runCommand } from './commands/run-command';
import { readResealKeys } from './config';
import { createSealer, sealingKeys } from './signing/sealed-text';

runCommand({
  name: 'reseal',
  usage: resealUsage,
  read(argv) {
    const run = readResealCommand(argv);
    const sealer = createSealer(sealingKeys(readResealKeys()));
    return (stores) => run(stores, sealer);
  },
});
