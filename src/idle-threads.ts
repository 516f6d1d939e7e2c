/** Threads of a pool that wait for work. */
export interface IdleThreads<Thread> {
  readonly size: number;
  /** Lets a thread wait that has not worked, for as long as it takes. */
  keep(thread: Thread): void;
  /** Lets a thread wait that has worked, for `idleMs` at most. */
  rest(thread: Thread): void;
  /** The thread that waits for the shortest time; undefined when none waits. */
  take(): Thread | undefined;
  /** Ends no thread any more. */
  close(): void;
}

/**
 * Creates the list of threads of a pool that wait for work.
 *
 * @param idleMs time without work after which a thread that has worked leaves the list; undefined for never
 * @param retire ends a thread that has left the list so
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
