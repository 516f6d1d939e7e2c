import { activityInfo } from '@temporalio/activity';
import { type RetryPolicy } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time';

/**
 * Pause before the next attempt after a failure of a server that requested one; an option of
 * `ApplicationFailure`. It is set only when the server requests a longer pause than the activity's retry
 * policy. A shorter one would use up the bounded attempts at once, and one of 0 ms would end them (Temporal
 * then does not retry).
 *
 * @param askedMs `Retry-After` of the server; undefined without one
 */
export function askedPause(askedMs: number | undefined): { nextRetryDelay?: number } {
  const { attempt, retryPolicy } = activityInfo();
  const ownMs = retryPolicy === undefined ? 0 : policyPauseMs(retryPolicy, attempt);
  return askedMs === undefined || askedMs <= ownMs ? {} : { nextRetryDelay: askedMs };
}

/** Pause of a retry policy after an attempt, using Temporal's defaults. */
function policyPauseMs(
  { initialInterval = 1_000, backoffCoefficient = 2, maximumInterval }: RetryPolicy,
  attempt: number,
): number {
  const firstMs = msToNumber(initialInterval);
  const longestMs = maximumInterval === undefined ? 100 * firstMs : msToNumber(maximumInterval);
  return Math.min(longestMs, firstMs * backoffCoefficient ** (attempt - 1));
}
