import { setTimeout as wait } from 'node:timers/promises';
import { ModelError } from '../models';
import { EngineFailure } from './engine-failure';

const triesMax = 8;
const firstPauseMs = 1_000;
const longestPauseMs = 15_000;

/** Time for retries, shared by the questions to one model. */
export interface RetryBudget {
  /**
   * Calls `ask` until the model answers, the budget is used up, or an error is permanent. It observes the
   * pause that a server asks for.
   *
   * @param ask.timeLeftMs time for this call; undefined for the first one, which does not use the budget
   * @throws EngineFailure `unavailable`; other errors than ModelError unchanged; the signal's reason
   */
  ask<T>(ask: (timeLeftMs: number | undefined) => Promise<T>, signal: AbortSignal): Promise<T>;
}

/** Creates a budget. Time in which several questions fail concurrently counts once. */
export function createRetryBudget(budgetMs: number): RetryBudget {
  let spentMs = 0;
  let failing = 0;
  let failingSinceMs = 0;

  const leftMs = () => budgetMs - spentMs - (failing > 0 ? performance.now() - failingSinceMs : 0);

  function startFailing(): void {
    if (failing++ === 0) failingSinceMs = performance.now();
  }

  function endFailing(): void {
    if (--failing === 0) spentMs += performance.now() - failingSinceMs;
  }

  async function retry<T>(
    ask: (timeLeftMs: number) => Promise<T>,
    first: unknown,
    signal: AbortSignal,
  ): Promise<T> {
    let error = first;
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      if (!(error instanceof ModelError)) throw error;
      const pauseMs = error.retryAfterMs ?? Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs);
      if (!error.retryable || tries === triesMax || leftMs() <= pauseMs)
        throw new EngineFailure('unavailable', error.message, { cause: error });
      await wait(pauseMs, undefined, { signal });
      try {
        return await ask(leftMs());
      } catch (next) {
        error = next;
      }
    }
  }

  return {
    async ask(ask, signal) {
      try {
        return await ask(undefined);
      } catch (error) {
        startFailing();
        try {
          return await retry(ask, error, signal);
        } finally {
          endFailing();
        }
      }
    },
  };
}
