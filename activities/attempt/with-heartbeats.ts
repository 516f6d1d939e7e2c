import { Context } from '@temporalio/activity';

/** Interval of heartbeats: progress is visible, and a cancellation noticed, within about twice this time. */
export const heartbeatIntervalMs = 500;

/**
 * Does work that may take a while with heartbeats to Temporal, which distinguish a slow store from a dead
 * worker.
 */
export async function withHeartbeats<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
  }, heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
