import { type AttemptClass, type DeliveryEndReason, type DeliveryState } from './webhook-delivery';

/** A delivery: an event on its way to an endpoint. */
export interface DeliveryRef {
  messageId: string;
}

/** State of a delivery after a call. */
export interface DeliveryProgress {
  state: DeliveryState;
  /** Why the delivery is `failed` for good; null while another attempt is due. */
  reason: DeliveryEndReason | null;
  attempts: number;
  /** Outcome of the attempt of this call; null when the call made none. */
  last: { class: AttemptClass; status: number | null } | null;
  /** Time until the next attempt; null when none is due. */
  waitMs: number | null;
  /** Whether the endpoint is slow to answer. */
  slow: boolean;
}

export interface RecoveryProgress {
  /** Deliveries that were failed when the recovery was requested, and how many of them were resent. */
  messages: number;
  resent: number;
  more: boolean;
}

/** Position of a pass over rows: the last row that was processed; null at the end. */
export interface BatchCursor {
  after: string | null;
}

/** Counts of a batch, shown in the Temporal UI. `more` says that another batch may be due. */
export interface RemovedBatch {
  removed: number;
  more: boolean;
}

/** Activities of the platform wing: deliveries, uploads, blobs. The rules of `Activities` hold. */
export interface PlatformActivities {
  /**
   * Makes the attempt that is due or was requested, and returns the state of the delivery; null when it is
   * deleted. A receiver that does not accept the event is an `AttemptFailed` with the state, so that
   * Temporal's timeline shows a failure. An `EndpointBusy` and faults of the service are thrown too.
   */
  sendWebhook(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /**
   * Ends an open delivery at an operator's request. One that the receiver has accepted meanwhile stays
   * `succeeded`.
   */
  cancelDelivery(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /** Requests an attempt of an open delivery out of turn, unless one is requested already. */
  requestAttempt(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /** Resends the next deliveries of an endpoint's recovery; null when the endpoint has none. */
  recoverDeliveries(ref: { endpointId: string }): Promise<RecoveryProgress | null>;
  /**
   * Starts the runs that are missing in one batch of open deliveries, and returns where the next batch
   * begins.
   */
  sweepDeliveries(cursor: BatchCursor): Promise<BatchCursor & { started: number }>;
  /** Starts recoveries that have no run, and removes the remaining rows of deleted endpoints. */
  sweepWebhookEndpoints(): Promise<{ started: number; removed: number }>;
  /** Removes one batch of expired uploads, rows and blobs. */
  removeExpiredUploads(): Promise<RemovedBatch>;
  /** Removes the unfinished writes of killed processes from the blob store. */
  removeAbandonedBlobs(): Promise<{ removed: number }>;
}
