import { Context } from '@temporalio/activity';

/**
 * Time between two signs of life: progress is visible, and a cancellation noticed, within about twice of it.
 */
export const beatMs = 500;

/**
 * Does work that may take a while with signs of life to Temporal, so that a dead worker is told from a slow
 * store.
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
