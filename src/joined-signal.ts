/** Reasons that end a piece of work early, beside the work itself. */
interface EndingReasons {
  /** Any of them aborts the work with its own reason. */
  signals: readonly (AbortSignal | undefined)[];
  /** Time after which the work is aborted with a `TimeoutError`; default none. */
  timeoutMs?: number;
}

/**
 * Does work under one signal that aborts with the first of several signals, or when the time is over. The
 * work may abort it too, through the controller that it gets. Signals and timer are let go when the work has
 * ended; the joined signal does not abort after that.
 *
 * Takes the place of `AbortSignal.any`, which holds its sources weakly: Node collects the signal of an
 * `AbortSignal.timeout` that nothing else refers to, timer included, and the joined signal never aborts.
 *
 * @throws what `work` throws; nothing else waits for the signal
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
