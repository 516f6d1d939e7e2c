import { type components } from 'sheaf-client';

export type Endpoint = components['schemas']['WebhookEndpoint'];
/** A message to an endpoint, as the list of deliveries has it. */
export type Delivery = components['schemas']['WebhookDelivery'];
export type Attempt = components['schemas']['WebhookAttemptList']['attempts'][number];

export const eventTypes = [
  'job.completed',
  'job.completed_with_errors',
  'job.failed',
  'job.timed_out',
  'job.cancelled',
] as const satisfies readonly components['schemas']['WebhookEventType'][];

export const deliveryStates = [
  'pending',
  'sending',
  'succeeded',
  'failed',
] as const satisfies readonly Delivery['status'][];

/** Whether a delivery is about to change. */
export const isMoving = ({ status }: Delivery): boolean => status === 'pending' || status === 'sending';

/** Pauses between refetches of running and of ended deliveries: the service limits the rate. */
export const refetchMs = { moving: 5_000, resting: 15_000 };

/** Query keys of endpoints; `endpointKey` is the prefix of those of its deliveries. */
export const endpointsKey = ['webhooks'] as const;
export const endpointKey = (endpointId: string) => ['webhook', endpointId] as const;

/** Host of the address of an endpoint: the name by which people know it. */
export const hostOf = ({ url }: Endpoint): string => new URL(url).host;

/** Why an endpoint is disabled. */
export const disabledReasons: Readonly<Record<NonNullable<Endpoint['disabled_reason']>, string>> = {
  manual: 'by hand',
  delivery_failures: 'five days of failures',
  gone: 'its answer was 410',
};
