import { Context } from '@temporalio/activity';
import { withHeartbeats } from './with-heartbeats';

/**
 * Does work with heartbeats to Temporal. `signal` aborts when the run is cancelled or the worker stops; the
 * work then has to end soon, with any error.
 *
 * @throws CancelledFailure, or what `work` throws
 */
export async function whileAlive<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  context.heartbeat();
  try {
    return await withHeartbeats(() => work(context.cancellationSignal));
  } catch (error) {
    if (context.cancellationSignal.aborted) return await context.cancelled;
    throw error;
  }
}
