import { type DeliveryStart } from '../../src/jobs';
import { type Sealer } from '../../src/signing/sealed-text';
import { type Stores } from '../../src/stores';
import { newId } from '../../src/stores/mongo/new-id';
import { newWebhookSecret, sealSecret } from '../../src/webhooks';
import { concurrently } from '../service/concurrently';

const lanes = 16;

/** Stores and sealer that deliveries of the bench are made with. */
export interface DeliveryMaker {
  stores: Stores;
  /** Seals as the worker opens. */
  sealer: Sealer;
}

/** An endpoint of an organization of its own; answers its id. */
export async function makeEndpoint({ stores, sealer }: DeliveryMaker, url: string): Promise<string> {
  const endpointId = stores.webhookEndpoints.newId();
  await stores.webhookEndpoints.insert({
    _id: endpointId,
    organizationId: newId('org_'),
    environment: 'production',
    url,
    description: null,
    eventTypes: [],
    filter: { collectionIds: [], syncIds: [], sources: [] },
    includeCollectionName: true,
    sealed: sealSecret(sealer, endpointId, newWebhookSecret()),
    disabled: false,
  });
  return endpointId;
}

/**
 * Writes the rows of `count` deliveries, each event for one of the endpoints in turn, as the closing step of
 * a job does.
 *
 * @returns what their runs are started with
 */
export async function makeDeliveries(
  { stores }: DeliveryMaker,
  endpointIds: readonly string[],
  count: number,
): Promise<DeliveryStart[]> {
  const starts: DeliveryStart[] = [];
  await concurrently(count, lanes, async (at) => {
    const endpointId = endpointIds[at % endpointIds.length]!;
    const organizationId = (await stores.webhookEndpoints.get(endpointId))!.organizationId;
    const event = await stores.webhookEvents.write({
      _id: `evt_${newId('job_')}`,
      organizationId,
      type: 'job.completed',
      test: false,
      body: JSON.stringify({ event: 'job.completed', at }),
      endpointIds: [endpointId],
      createdAt: new Date(),
    });
    const [delivery] = await stores.webhookDeliveries.open(event, 'production');
    const { _id: messageId, eventType } = delivery!;
    const weightOf = await stores.webhookDeliveries.weigh([{ _id: endpointId, organizationId }]);
    starts.push({
      messageId,
      endpointId,
      eventId: event._id,
      eventType,
      slow: false,
      weight: weightOf(endpointId),
      organizationId,
      environment: 'production',
    });
  });
  return starts;
}
