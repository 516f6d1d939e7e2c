import { activityInfo } from '@temporalio/activity';
import { type RetryPolicy } from '@temporalio/common';
import { msToNumber } from '@temporalio/common/lib/time';

/**
 * Pause before the next attempt, for a failure of a server that asked for one; an option of
 * `ApplicationFailure`. It is there only where the server asks for a longer pause than the activity's retry
 * policy: a server that asks for moments neither uses up the bounded attempts at once, nor ends them
 * (Temporal does not try again after a pause of 0 ms).
 *
 * @param askedMs `Retry-After` of the server; undefined where it sent none
 */
export function askedPause(askedMs: number | undefined): { nextRetryDelay?: number } {
  const { attempt, retryPolicy } = activityInfo();
  const ownMs = retryPolicy === undefined ? 0 : policyPauseMs(retryPolicy, attempt);
  return askedMs === undefined || askedMs <= ownMs ? {} : { nextRetryDelay: askedMs };
}

/** Pause of a retry policy after an attempt, with Temporal's defaults. */
function policyPauseMs(
  { initialInterval = 1_000, backoffCoefficient = 2, maximumInterval }: RetryPolicy,
  attempt: number,
): number {
  const firstMs = msToNumber(initialInterval);
  const longestMs = maximumInterval === undefined ? 100 * firstMs : msToNumber(maximumInterval);
  return Math.min(longestMs, firstMs * backoffCoefficient ** (attempt - 1));
}
