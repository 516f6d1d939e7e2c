import { createFairQueue } from './fair-queue';

/** Steps of one piece of work, one after the other. */
export interface Visit {
  /** Does a step when its turn comes. @throws what `step` throws; the signal's reason once it aborts */
  step<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Lanes of this process, for which steps wait. */
export interface FairLanes {
  /** Registers a piece of work of an organization. */
  enter(organizationId: string): Visit;
}

interface WaitingStep {
  organizationId: string;
  begin: () => void;
}

/**
 * Runs at most `lanesMax` steps at once in this process. Organizations take turns, step by step. Within an
 * organization earlier work has priority, so that it ends and frees its slot.
 */
export function createFairLanes(lanesMax: number): FairLanes {
  const waiting = createFairQueue<WaitingStep>();
  let open = 0;
  let entered = 0;

  function beginNext(): void {
    while (open < lanesMax) {
      const next = waiting.take();
      if (next === undefined) return;
      open++;
      next.begin();
    }
  }

  function turnOf(organizationId: string, place: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        waiting.remove(step);
        reject(signal.reason as Error);
      };
      const step: WaitingStep = {
        organizationId,
        begin() {
          signal.removeEventListener('abort', abort);
          resolve();
        },
      };
      signal.addEventListener('abort', abort, { once: true });
      waiting.add(step, place);
      beginNext();
    });
  }

  return {
    enter(organizationId) {
      const place = ++entered;
      return {
        async step(work, signal) {
          await turnOf(organizationId, place, signal);
          try {
            return await work();
          } finally {
            open--;
            beginNext();
          }
        },
      };
    },
  };
}
