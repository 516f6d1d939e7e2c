import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { JobsUnavailable } from '../domain/platform/jobs-unavailable';
import { GRPC_STATUS } from './grpc-status';

/** Longest time that a program gives a busy Temporal at its start. */
const startPatienceMs = 60_000;
const pauseMs = 1_000;
/** The client itself cancels calls to a silent server. */
const busyCodes: readonly number[] = [
  GRPC_STATUS.cancelled,
  GRPC_STATUS.deadlineExceeded,
  GRPC_STATUS.resourceExhausted,
];

/**
 * Repeats a step while Temporal is there but too busy to answer in time. A Temporal that is
 * not there fails at once.
 *
 * @param step may be done again
 * @param patienceMs longest time for it; default a minute
 * @throws JobsUnavailable
 */
export async function whileBusy(step: () => Promise<void>, patienceMs = startPatienceMs): Promise<void> {
  const untilMs = performance.now() + patienceMs;
  for (;;) {
    try {
      await step();
      return;
    } catch (error) {
      if (!(error instanceof JobsUnavailable) || !isBusy(error) || performance.now() > untilMs) throw error;
      await pause(pauseMs);
    }
  }
}

/** Whether an error, or what caused it, says that Temporal is busy. */
export function isBusy(error: unknown): boolean {
  return busyCodes.includes(grpcCodeOf(error) ?? 0);
}

/**
 * Status code of the call of Temporal that an error, or what caused it, tells of; null where there is none.
 */
export function grpcCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  return isGrpcServiceError(error) ? error.code : grpcCodeOf(error.cause);
}
