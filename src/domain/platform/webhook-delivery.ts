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

/**
 * Pauses before the attempts of a round, 27 h 35 min in all. Each is multiplied by a factor between 0.8 and
 * 1.2.
 */
export const deliveryScheduleMs: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];
/** Attempts of a test message; few, because a person waits for the outcome. */
export const testAttemptsMax = 3;
const jitterShare = 0.2;
/** Least pause after an answer that says that the receiver is overloaded. */
const overloadedPauseMs = MINUTE;

/** Time limit of one attempt: DNS, connection, headers and body. */
export const attemptTimeoutMs = 15 * SECOND;
/** Time after a due attempt after which the sweep checks the run of an open delivery. */
export const deliveryCheckGraceMs = 2 * MINUTE;
/** Retention of deliveries and attempts. */
export const deliveryTtlMs = 30 * DAY;
/** How far back a recovery may reach, and the tolerance for the caller's clock. */
export const recoverWindowMs = 7 * DAY;
const clockSlackMs = 5 * MINUTE;
/** Deliveries that one recovery starts per second. */
export const recoveredPerSecondMax = 10;

/** Due deliveries of an endpoint up to which each has the full weight. */
const fullWeightDueMax = 20;
/** Least share of the full weight that a new delivery gets. */
const weightMin = 0.05;
/** Due deliveries from which the weight stays at {@link weightMin}. */
export const weighedDueMax = Math.ceil(fullWeightDueMax / Math.sqrt(weightMin));

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

/**
 * Pause after a failed attempt of the schedule; null when it was the last one.
 *
 * @param step place of the failed attempt in {@link deliveryScheduleMs}
 * @param seed id of the delivery: the pauses of a delivery are reproducible and differ between deliveries
 */
export function retryDelayMs(step: number, seed: string, outcome: AttemptOutcome): number | null {
  const planned = deliveryScheduleMs[step + 1];
  if (planned === undefined) return null;
  const overloaded = outcome.status === 429 || outcome.class === 'timeout';
  const jittered = planned * (1 - jitterShare + 2 * jitterShare * fractionOf(`${seed}/${step}`));
  const delayMs = Math.round(overloaded ? Math.max(overloadedPauseMs, jittered) : jittered);
  return Math.min(2 * delayMs, Math.max(delayMs, outcome.retryAfterMs ?? 0));
}

/**
 * Weight of a new delivery's run in Temporal's fair queue, in (0, 1]. The requests to one endpoint are
 * bounded, so that runs at the end of a long line only wait. The weight falls with the square of the line's
 * length, which lets endpoints with short lines go first. The endpoints of an organization share its weight:
 * more endpoints do not bring it more turns.
 *
 * @param due deliveries to its endpoint that are under way or due, itself included
 * @param busyEndpoints endpoints of its organization that have such deliveries, its own included
 */
export function deliveryWeight(due: number, busyEndpoints: number): number {
  const inLine = Math.max(weightMin, Math.min(1, (fullWeightDueMax / Math.max(1, due)) ** 2));
  return inLine / Math.max(1, busyEndpoints);
}

/** A reproducible number in [0, 1) from a text: FNV-1a (RFC 9923), mixed by the finaliser of MurmurHash3. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

/** Span of a recovery: messages that failed from `since` (inclusive) to `until` (exclusive) are resent. */
export interface RecoverSpan {
  since: Date;
  until: Date;
}

/** Span of a recovery that is requested now: by default the last 7 days, and never beyond now. */
export function recoverSpan(
  { since, until }: { since?: Date | undefined; until?: Date | undefined },
  now: Date,
): RecoverSpan {
  return {
    since: since ?? new Date(now.getTime() - recoverWindowMs),
    until: until === undefined || until > now ? now : until,
  };
}

/**
 * Whether a recovery that is requested now may begin at `since`: within the last 7 days, with a tolerance of
 * 5 minutes.
 */
export function isWithinRecoverWindow(since: Date, now: Date): boolean {
  const ageMs = now.getTime() - since.getTime();
  return ageMs >= -clockSlackMs && ageMs <= recoverWindowMs + clockSlackMs;
}
