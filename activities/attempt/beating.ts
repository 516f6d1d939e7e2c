import { Context } from '@temporalio/activity';

/** Interval of heartbeats: progress is visible, and a cancellation noticed, within about twice this time. */
export const beatMs = 500;

/**
 * Does work that may take a while with heartbeats to Temporal, which distinguish a slow store from a dead
 * worker.
 */
export async function beating<T>(work: () => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => {
    context.heartbeat();
  }, beatMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
