import { featuresUsage, readFeaturesCommand } from './admin/features';
import { runCommand } from './admin/run-command';

runCommand({
  name: 'features',
  usage: featuresUsage,
  read: readFeaturesCommand,
});
