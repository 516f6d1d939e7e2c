export { collector } from './collector';
export { indexJob } from './index-job';
export { parseJob } from './parse-job';
export { retention } from './retention';
export { sweep } from './sweep';
export { webhookDelivery } from './webhook-delivery';
export { webhookRecovery } from './webhook-recovery';
export { webhookSweep } from './webhook-sweep';
