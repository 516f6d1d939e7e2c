import { type AttemptOutcome } from './webhook-delivery';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

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

/** A reproducible number in [0, 1) from a text: FNV-1a (RFC 9923), mixed by the finaliser of MurmurHash3. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
