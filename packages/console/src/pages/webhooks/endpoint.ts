import { type components } from 'sheaf-client';

/** An endpoint as the API answers it. */
export type Endpoint = components['schemas']['WebhookEndpoint'];
/** A message to an endpoint as the list of deliveries has it. */
export type Delivery = components['schemas']['WebhookDelivery'];
/** One request that was made to deliver a message. */
export type Attempt = components['schemas']['WebhookAttemptList']['attempts'][number];

/** Names of all events. */
export const eventTypes = [
  'job.completed',
  'job.completed_with_errors',
  'job.failed',
  'job.timed_out',
  'job.cancelled',
] as const satisfies readonly components['schemas']['WebhookEventType'][];

/** States of a delivery. */
export const deliveryStates = [
  'pending',
  'sending',
  'succeeded',
  'failed',
] as const satisfies readonly Delivery['status'][];

/** Whether a delivery will have changed in a moment. */
export const isMoving = ({ status }: Delivery): boolean => status === 'pending' || status === 'sending';

/** Pauses between reads of what is under way, and of what rests: the service limits them. */
export const refetchMs = { moving: 5_000, resting: 15_000 };

/** Keys of what is read of an endpoint; `endpointKey` begins those of its deliveries. */
export const endpointsKey = ['webhooks'] as const;
export const endpointKey = (endpointId: string) => ['webhook', endpointId] as const;
