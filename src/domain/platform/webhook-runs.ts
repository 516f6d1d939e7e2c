/** Endpoint and event of a delivery; together they name its run. */
export interface DeliveryRunKey {
  endpointId: string;
  eventId: string;
}

/** Beginning of the workflow ids of deliveries. */
export const deliveryRunPrefix = 'webhook-delivery/';

/** Workflow id of a delivery: an event has at most one run at a time for an endpoint. */
export function deliveryRunId({ endpointId, eventId }: DeliveryRunKey): string {
  return `${deliveryRunPrefix}${endpointId}/${eventId}`;
}

/** Workflow id of a recovery: an endpoint has at most one run at a time. */
export function recoveryRunId(endpointId: string): string {
  return `webhook-recovery/${endpointId}`;
}

/** Signal to a delivery's run: the row has changed, so the run looks at it before its pause is over. */
export const resendNowName = 'resendNow';

/** Updates of a delivery's run by operators: an attempt now, or the end of the delivery. */
export const resendName = 'resend';
export const cancelName = 'cancel';

/** Query to a recovery's run: the counts of the recovery so far. */
export const recoveryProgressName = 'progress';
