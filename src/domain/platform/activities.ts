import { type AttemptClass, type DeliveryEndReason, type DeliveryState } from './webhook-delivery';

/** A delivery: an event on its way to an endpoint. */
export interface DeliveryRef {
  messageId: string;
}

/** State of a delivery after a call. */
export interface DeliveryProgress {
  state: DeliveryState;
  /** Why it is `failed` for good; null while another attempt is to come. */
  reason: DeliveryEndReason | null;
  /** Attempts so far. */
  attempts: number;
  /** How the latest attempt fared; null where this call made none. */
  last: { class: AttemptClass; status: number | null } | null;
  /** Time until the next attempt; null when none is to come. */
  waitMs: number | null;
  /** The endpoint takes long to answer. */
  slow: boolean;
}

export interface RecoveryProgress {
  /** Deliveries that were failed when it was asked for, and how many of them are on their way again. */
  messages: number;
  resent: number;
  more: boolean;
}

/** Position of a pass over rows: the last row seen, null at the end. */
export interface BatchCursor {
  after: string | null;
}

/** Counts of a batch, shown in the Temporal UI; `more` says that another batch may be waiting. */
export interface RemovedBatch {
  removed: number;
  more: boolean;
}

/** Activities that serve every product: deliveries, uploads, blobs. The rules of `Activities` hold. */
export interface PlatformActivities {
  /**
   * Makes the attempt that is due or asked for, and answers where the delivery stands then; null when it is
   * gone. Faults of our own are thrown, and `EndpointBusy`. What the receiver does wrong is
   * an `AttemptFailed` that holds the answer, so that the timeline shows a failure.
   */
  sendWebhook(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /** Ends a delivery that has not ended, for an operator; one that was accepted meanwhile stays `succeeded`. */
  cancelDelivery(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /** Asks for an attempt of an open delivery out of turn, unless one is asked for already. */
  requestAttempt(ref: DeliveryRef): Promise<DeliveryProgress | null>;
  /** Sends the next few deliveries of an endpoint's recovery again; null when there is none (any more). */
  recoverDeliveries(ref: { endpointId: string }): Promise<RecoveryProgress | null>;
  /** Starts what has no run of one batch of open deliveries, and answers where the next one begins. */
  sweepDeliveries(cursor: BatchCursor): Promise<BatchCursor & { started: number }>;
  /** Starts recoveries that have no run, and removes what is left of deleted endpoints. */
  sweepWebhookEndpoints(): Promise<{ started: number; removed: number }>;
  /** Removes one batch of uploads that have expired, rows and blobs. */
  removeExpiredUploads(): Promise<RemovedBatch>;
  /** Removes what writers that were killed have left unfinished in the blob store. */
  removeAbandonedBlobs(): Promise<{ removed: number }>;
}
