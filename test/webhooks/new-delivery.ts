import { type DeliveryStart, type Jobs } from '../../src/jobs';
import { type Stores } from '../../src/stores';
import { newId } from '../../src/stores/mongo/new-id';

/**
 * Writes an event for one endpoint, as a job that ends does; answers what its run is started with.
 *
 * @param dueAt time of its first attempt; default now
 */
export async function newDelivery(
  { webhookEvents, webhookDeliveries }: Pick<Stores, 'webhookEvents' | 'webhookDeliveries'>,
  endpointId: string,
  organizationId: string,
  dueAt = new Date(),
): Promise<DeliveryStart> {
  const event = await webhookEvents.write({
    _id: `evt_${newId('job_')}`,
    organizationId,
    type: 'job.completed',
    test: false,
    body: '{}',
    endpointIds: [endpointId],
    createdAt: new Date(),
  });
  const [delivery] = await webhookDeliveries.open(event, 'production', dueAt);
  const { _id: messageId, eventId, eventType } = delivery!;
  const tenant = { organizationId, environment: 'production' } as const;
  return { messageId, endpointId, eventId, eventType, slow: false, weight: 1, ...tenant };
}

/** The same, and starts the run. */
export async function startedDelivery(
  stack: { api: { stores: Stores }; temporal: { jobs: Jobs } },
  endpointId: string,
  organizationId: string,
): Promise<DeliveryStart> {
  const start = await newDelivery(stack.api.stores, endpointId, organizationId);
  await stack.temporal.jobs.deliveries.start(start);
  return start;
}
