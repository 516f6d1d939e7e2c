import { type Logger } from 'pino';
import { type ServiceDeps } from '../../deps';

const retryMs = 1_000;

/** Counter of answers that were sent without an entry, by index. */
export interface FailureCounts {
  add(indexId: string): void;
  /** Tries once more to store the counts that are not stored. */
  drain(): Promise<void>;
}

/**
 * Counts answers without an entry in memory, and adds the counts to the rows of their indexes as soon as the
 * store accepts them. A process that dies before loses them; its log has a line for each answer.
 */
export function createFailureCounts(
  { productIndexes }: Pick<ServiceDeps['stores'], 'productIndexes'>,
  log: Logger,
): FailureCounts {
  const pending = new Map<string, number>();
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function storeAll(): Promise<void> {
    for (const [indexId, count] of pending) {
      await productIndexes.addAuditFailures(indexId, count);
      const remaining = pending.get(indexId)! - count;
      if (remaining === 0) pending.delete(indexId);
      else pending.set(indexId, remaining);
    }
  }

  function flush(): Promise<void> {
    running ??= storeAll()
      .catch((err: unknown) => {
        log.warn({ err }, 'counts of missing audit entries are not stored');
      })
      .finally(() => {
        running = null;
        if (pending.size > 0) retryLater();
      });
    return running;
  }

  function retryLater(): void {
    timer ??= setTimeout(() => {
      timer = null;
      void flush();
    }, retryMs).unref();
  }

  return {
    add(indexId) {
      pending.set(indexId, (pending.get(indexId) ?? 0) + 1);
      void flush();
    },
    async drain() {
      await flush();
      if (timer !== null) clearTimeout(timer);
    },
  };
}
