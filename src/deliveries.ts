import { deliveriesUsage, readDeliveriesCommand } from './admin/webhooks';
import { runCommand } from './admin/run-command';

runCommand({ name: 'deliveries', usage: deliveriesUsage, read: readDeliveriesCommand });
