import { Context } from '@temporalio/activity';
import { withHeartbeats } from './with-heartbeats';

/**
 * Calls `act` for each item in order, with heartbeats. The failure of an item is logged, and the next one
 * follows.
 *
 * @returns the number of successes
 * @throws the last error when all failed
 */
export async function tryEach<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<number> {
  const { log, cancellationSignal } = Context.current();
  let done = 0;
  let lastError: unknown;
  await withHeartbeats(async () => {
    for (const item of items) {
      cancellationSignal.throwIfAborted();
      try {
        await act(item);
        done++;
      } catch (error) {
        lastError = error;
        log.error('one of many could not be done', { error });
      }
    }
  });
  if (done === 0 && items.length > 0) throw lastError;
  return done;
}
