import { operatorsUsage, readOperatorsCommand } from './commands/operators-command';
import { runCommand } from './commands/run-command';

runCommand({
  name: 'operators',
  usage: operatorsUsage,
  read: readOperatorsCommand,
});
