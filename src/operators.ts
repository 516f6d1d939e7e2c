import { operatorsUsage, readOperatorsCommand } from './admin/operators';
import { runCommand } from './admin/run-command';

runCommand({
  name: 'operators',
  usage: operatorsUsage,
  read: readOperatorsCommand,
});
