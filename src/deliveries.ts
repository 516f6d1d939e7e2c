import { deliveriesUsage, readDeliveriesCommand } from './commands/deliveries-command';
import { runCommand } from './commands/run-command';

runCommand({ name: 'deliveries', usage: deliveriesUsage, read: readDeliveriesCommand });
