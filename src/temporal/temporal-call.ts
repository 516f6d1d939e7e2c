import {
  isGrpcServiceError,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { JobsUnavailable } from '../domain/platform/jobs-unavailable';
import { GRPC_STATUS } from './grpc-status';

/**
 * Calls Temporal.
 *
 * @throws JobsUnavailable for every failure but an answer of Temporal, which is thrown unchanged
 */
export async function callTemporal<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isAnswer(error)) throw error;
    throw new JobsUnavailable(error);
  }
}

/** Whether Temporal says that the object already exists. */
export function isAlreadyExists(error: unknown): boolean {
  return isGrpcServiceError(error) && (error.code as number) === GRPC_STATUS.alreadyExists;
}

/** Whether an error is an answer of Temporal. */
function isAnswer(error: unknown): boolean {
  return (
    error instanceof WorkflowExecutionAlreadyStartedError ||
    error instanceof WorkflowNotFoundError ||
    error instanceof ScheduleAlreadyRunning ||
    error instanceof ScheduleNotFoundError ||
    isAlreadyExists(error)
  );
}
