/** Endpoint and event of a delivery, which together name its run. */
export interface DeliveryRunKey {
  endpointId: string;
  eventId: string;
}

/** Prefix of the workflow ids of deliveries. */
export const deliveryRunPrefix = 'webhook-delivery/';

/** Workflow id of a delivery: at most one run per event and endpoint at a time. */
export function deliveryRunId({ endpointId, eventId }: DeliveryRunKey): string {
  return `${deliveryRunPrefix}${endpointId}/${eventId}`;
}

/** Workflow id of a recovery: at most one run per endpoint at a time. */
export function recoveryRunId(endpointId: string): string {
  return `webhook-recovery/${endpointId}`;
}

/** Signal to a delivery's run: read the row again now, since it has changed. */
export const resendNowName = 'resendNow';

/** Updates of a delivery's run, sent by operators: make an attempt now, or end the delivery. */
export const resendName = 'resend';
export const cancelName = 'cancel';

/** Query to a recovery's run for its counts. */
export const recoveryProgressName = 'progress';
