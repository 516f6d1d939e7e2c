import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { JobsUnavailable } from '../domain/platform/jobs-unavailable';

/** Longest time that a program gives a busy Temporal at its start. */
const patienceMs = 60_000;
const pauseMs = 1_000;
/**
 * `CANCELLED` (the client itself ends calls to a silent server), `DEADLINE_EXCEEDED` and `RESOURCE_EXHAUSTED`,
 * https://grpc.io/docs/guides/status-codes/.
 */
const busyCodes: readonly number[] = [1, 4, 8];

/**
 * Repeats a step for up to a minute while Temporal is there but too busy to answer in time. A Temporal that is
 * not there fails at once.
 *
 * @param step may be done again
 * @throws JobsUnavailable
 */
export async function whileBusy(step: () => Promise<void>): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof JobsUnavailable) || !isBusy(error.cause) || performance.now() > untilMs)
        throw error;
      await pause(pauseMs);
    }
  }
}

/** Whether an error, or what caused it, says that Temporal is busy. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (isGrpcServiceError(error) && busyCodes.includes(error.code)) || isBusy(error.cause);
}
