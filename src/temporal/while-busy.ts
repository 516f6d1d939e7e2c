import { setTimeout as pause } from 'node:timers/promises';
import { isGrpcServiceError } from '@temporalio/client';
import { JobsUnavailable } from '../domain/platform/jobs-unavailable';
import { GRPC_STATUS } from './grpc-status';

/** Longest time that a program waits at its start for a busy Temporal. */
const startPatienceMs = 60_000;
const pauseMs = 1_000;
/** Codes of a busy server; calls to a silent one are cancelled by the client itself. */
const busyCodes: readonly number[] = [
  GRPC_STATUS.cancelled,
  GRPC_STATUS.deadlineExceeded,
  GRPC_STATUS.resourceExhausted,
];

/**
 * Repeats a step while Temporal is reachable but too busy to answer in time. Fails at once when it is
 * unreachable.
 *
 * @param step idempotent step
 * @param patienceMs longest time; default a minute
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

/** Whether an error, or its cause, says that Temporal is busy. */
export function isBusy(error: unknown): boolean {
  return busyCodes.includes(grpcCodeOf(error) ?? 0);
}

/** gRPC status code of an error or its cause; null without one. */
export function grpcCodeOf(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  return isGrpcServiceError(error) ? error.code : grpcCodeOf(error.cause);
}
