/** Idle threads of a pool. */
export interface IdleThreads<Thread> {
  readonly size: number;
  /** Adds a thread that has not worked yet; it stays without a time limit. */
  keep(thread: Thread): void;
  /** Adds a thread that has worked; it stays for at most `idleMs`. */
  rest(thread: Thread): void;
  /** Takes the thread that became idle last; undefined when there is none. */
  take(): Thread | undefined;
  /** Stops ending threads. */
  close(): void;
}

/**
 * Creates the list of the idle threads of a pool.
 *
 * @param idleMs idle time after which a thread that has worked is retired; undefined for never
 * @param retire ends a retired thread
 */
export function createIdleThreads<Thread>(
  idleMs: number | undefined,
  retire: (thread: Thread) => Promise<void>,
): IdleThreads<Thread> {
  const threads: Thread[] = [];
  const endings = new Map<Thread, NodeJS.Timeout>();

  function end(thread: Thread): void {
    endings.delete(thread);
    threads.splice(threads.indexOf(thread), 1);
    void retire(thread);
  }

  return {
    get size() {
      return threads.length;
    },
    keep(thread) {
      threads.push(thread);
    },
    rest(thread) {
      threads.push(thread);
      if (idleMs !== undefined) endings.set(thread, setTimeout(end, idleMs, thread).unref());
    },
    take() {
      const thread = threads.pop();
      if (thread === undefined) return undefined;
      clearTimeout(endings.get(thread));
      endings.delete(thread);
      return thread;
    },
    close() {
      for (const ending of endings.values()) clearTimeout(ending);
    },
  };
}
