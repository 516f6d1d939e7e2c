import { readRebuildCommand, rebuildUsage } from './commands/rebuild-command';
import { runCommand } from './commands/run-command';

runCommand({ name: 'rebuild', usage: rebuildUsage, read: readRebuildCommand });
