import { OutboundError } from './guarded-client';

/** Time limits of a request. `signal` aborts with the reason to report: `timeout`, or the caller's own. */
export interface Deadline {
  signal: AbortSignal;
  /** Ends the limit for the headers; the total one stays. */
  headersArrived(): void;
  /** Ends the limits and removes the timers. */
  clear(): void;
}

/**
 * @param headersTimeoutMs time until the headers of the last answer, all redirects included
 * @param totalTimeoutMs time until the last byte of the body
 */
export function startDeadline(
  headersTimeoutMs: number,
  totalTimeoutMs: number,
  caller: AbortSignal | undefined,
): Deadline {
  const controller = new AbortController();
  const expire = () => {
    controller.abort(new OutboundError('timeout', 'The server took too long to answer.'));
  };
  const headersTimer = setTimeout(expire, headersTimeoutMs);
  const totalTimer = setTimeout(expire, totalTimeoutMs);
  const followCaller = () => {
    controller.abort(caller?.reason);
  };
  caller?.addEventListener('abort', followCaller);
  if (caller?.aborted === true) followCaller();
  return {
    signal: controller.signal,
    headersArrived() {
      clearTimeout(headersTimer);
    },
    clear() {
      clearTimeout(headersTimer);
      clearTimeout(totalTimer);
      caller?.removeEventListener('abort', followCaller);
    },
  };
}
