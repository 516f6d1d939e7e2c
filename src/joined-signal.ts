/** Reasons that abort a piece of work. */
interface EndingReasons {
  /** Each of them aborts the work with its own reason. */
  signals: readonly (AbortSignal | undefined)[];
  /** Milliseconds after which the work is aborted with a `TimeoutError`; default none. */
  timeoutMs?: number;
}

/**
 * Does work under one signal, which aborts with the first of several signals or after a time limit. The work
 * gets the controller and may abort it too. Listeners and timer are removed when the work ends; the joined
 * signal does not abort after that.
 *
 * It replaces `AbortSignal.any`, which holds its sources weakly: Node may collect an `AbortSignal.timeout`
 * without another reference, timer included, and the joined signal would never abort.
 *
 * @throws what `work` throws: an abort alone does not end the call
 */
export async function withJoinedSignal<T>(
  { signals, timeoutMs }: EndingReasons,
  work: (joined: AbortController) => Promise<T>,
): Promise<T> {
  const joined = new AbortController();
  const sources = signals.filter((signal) => signal !== undefined);
  const undo = sources.map((source) => {
    const forward = () => {
      joined.abort(source.reason);
    };
    if (source.aborted) forward();
    source.addEventListener('abort', forward, { once: true });
    return () => {
      source.removeEventListener('abort', forward);
    };
  });
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          joined.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
        }, timeoutMs);
  try {
    return await work(joined);
  } finally {
    clearTimeout(timer);
    for (const release of undo) release();
  }
}
