import { featuresUsage, readFeaturesCommand } from './commands/features-command';
import { runCommand } from './commands/run-command';

runCommand({
  name: 'features',
  usage: featuresUsage,
  read: readFeaturesCommand,
});
