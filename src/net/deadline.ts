import { OutboundError } from './guarded-client';

/** Ends a request in time. `signal` aborts with the reason to report: `timeout`, or the caller's own. */
export interface Deadline {
  signal: AbortSignal;
  /** From here on only the total time counts. */
  headersArrived(): void;
  /** The request is over. */
  clear(): void;
}

/**
 * @param headersTimeoutMs time until the headers of the last answer are there, all redirects included
 * @param totalTimeoutMs time until the last byte of the body is there
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
