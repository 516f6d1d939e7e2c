import { Context } from '@temporalio/activity';
import { beating } from './beating';

/**
 * Does something for each item, with signs of life. An item that fails is logged and does not keep the others
 * waiting.
 *
 * @returns for how many it worked
 * @throws the last error when it worked for none
 */
export async function oneByOne<T>(items: readonly T[], act: (item: T) => Promise<unknown>): Promise<number> {
  const { log, cancellationSignal } = Context.current();
  let done = 0;
  let lastError: unknown;
  await beating(async () => {
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
