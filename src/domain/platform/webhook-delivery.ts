const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * States of a delivery, one event to one endpoint:
 * - `pending`: an attempt is due and not begun, the first one or one that was asked for
 * - `sending`: an attempt is under way
 * - `succeeded`: the last attempt was answered with a 2xx
 * - `failed`: the last attempt failed, or the delivery ended without one; another attempt may be to come
 */
export const DELIVERY_STATES = ['pending', 'sending', 'succeeded', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why a delivery is `failed` for good. */
export const DELIVERY_END_REASONS = ['exhausted', 'endpoint_disabled', 'gone', 'cancelled'] as const;
export type DeliveryEndReason = (typeof DELIVERY_END_REASONS)[number];

/** Cause of the present round of attempts. Only rounds of `event` count towards disabling an endpoint. */
export type DeliveryOrigin = 'event' | 'test' | 'resend' | 'recover';

/** Cause of an attempt: the schedule, or a request. */
export type AttemptTrigger = 'scheduled' | 'manual';

/**
 * How an attempt fared:
 * - `success`: the header of a 2xx has arrived
 * - `connect`: no connection; `broken_answer`: one that ended before a whole answer, or an answer that is no
 *   HTTP
 * - `timeout`: no header in time; `response_too_slow`: no whole body in time
 * - `secret_unreadable`: no secret of the endpoint could be unsealed, and nothing was sent
 * - `unknown`: the process died before it could note the answer
 */
export const ATTEMPT_CLASSES = [
  'success',
  'http_error',
  'redirect',
  'timeout',
  'dns',
  'connect',
  'tls',
  'blocked_address',
  'invalid_url',
  'response_too_slow',
  'broken_answer',
  'secret_unreadable',
  'unknown',
] as const;
export type AttemptClass = (typeof ATTEMPT_CLASSES)[number];

/** Outcome of an attempt at the receiver. */
export interface AttemptOutcome {
  class: AttemptClass;
  /** Status of the answer; null without an answer. */
  status: number | null;
  /** Pause that the receiver requested by `Retry-After`; null when the header is absent or invalid. */
  retryAfterMs: number | null;
}

/** Time limit of one attempt: DNS, connection, headers and body. */
export const attemptTimeoutMs = 15 * SECOND;
/** Time after a due attempt after which the sweep checks the run of an open delivery. */
export const deliveryCheckGraceMs = 2 * MINUTE;
/** Retention of deliveries and attempts. */
export const deliveryTtlMs = 30 * DAY;
/** Time of failing after which an endpoint is disabled … */
export const failingDaysMs = 5 * DAY;
/** … when two different deliveries failed at least this far apart. */
export const failingSpreadMs = 12 * HOUR;

/** Failure type of a run that has used up all its attempts. */
export const deliveryExhausted = 'DeliveryExhausted';
/** Failure type of an attempt that the receiver did not accept; its first detail is a `DeliveryProgress`. */
export const attemptFailed = 'AttemptFailed';
/**
 * Failure type of an attempt that has to wait for other attempts at the same endpoint. The schedule does not
 * advance.
 */
export const endpointBusy = 'EndpointBusy';
