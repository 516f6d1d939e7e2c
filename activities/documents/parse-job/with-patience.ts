import { ApplicationFailure } from '@temporalio/activity';
import { slowInput } from '../../../src/domain/documents/parse-lane';

/**
 * Limits the time of work, which then fails as `slow_input`.
 *
 * @param ms time limit; default none
 * @returns the work, whose signal aborts at the limit or with its caller's
 */
export function withPatience<T>(
  ms: number | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  if (ms === undefined) return work;
  return async (outer) => {
    const stop = new AbortController();
    const forward = () => {
      stop.abort(outer.reason);
    };
    if (outer.aborted) forward();
    outer.addEventListener('abort', forward, { once: true });
    const tooSlow = slowInputFailure(`The input takes more than ${ms} ms.`);
    const timer = setTimeout(() => {
      stop.abort(tooSlow);
    }, ms);
    try {
      return await work(stop.signal);
    } catch (error) {
      throw stop.signal.reason === tooSlow && !outer.aborted ? tooSlow : error;
    } finally {
      clearTimeout(timer);
      outer.removeEventListener('abort', forward);
    }
  };
}

/** Failure of an attempt in the quick lane, after which the input continues in the other one. */
export function slowInputFailure(message: string): ApplicationFailure {
  return ApplicationFailure.create({ type: slowInput, message, nonRetryable: true, category: 'BENIGN' });
}
