import { readResealCommand, resealUsage } from './admin/secrets';
import { runCommand } from './admin/run-command';
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
