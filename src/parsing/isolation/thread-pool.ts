import { createIdleThreads } from '../../idle-threads';
import { createFairQueue } from '../../fair-queue';
import { type ParseThread, startThread } from './parse-thread';

/** Organization and cancellation of one parse. */
export interface ParseTurn {
  signal: AbortSignal;
  /**
   * Organization whose turn is taken when parses wait for a thread. Parses without one share a single turn.
   */
  organizationId?: string | undefined;
}

/** Pool of warm threads; each runs one parse at a time. */
export interface ThreadPool<To, From> {
  /**
   * Lends a ready thread; waits while all are lent. Rejects with the signal's reason, or where a thread
   * cannot start.
   */
  lend(turn: ParseTurn): Promise<ParseThread<To, From>>;
  /** Takes a thread back. A new one replaces a thread that has ended. */
  release(thread: ParseThread<To, From>): void;
  /** Ends all threads. The caller must abort waiting and running parses first. */
  close(): Promise<void>;
}

/**
 * Default idle time after which a thread that has worked ends: its heap holds hundreds of megabytes of the
 * last file.
 */
const idleMsDefault = 3 * 60_000;

/**
 * Creates a pool of up to `threadsMax` threads: the first one at once, the others on demand. A thread that is
 * idle longer than `idleMs` ends, which frees its heap; the last thread is replaced by a new one. Piscina is
 * not used because it rejects an aborted task before the thread has ended. A parse must settle after that,
 * since its work folder is then removed.
 */
export function createThreadPool<To, From>({
  entry,
  threadsMax,
  idleMs = idleMsDefault,
}: {
  entry: string;
  threadsMax: number;
  idleMs?: number | undefined;
}): ThreadPool<To, From> {
  type Thread = ParseThread<To, From>;
  const threads = new Set<Thread>();
  const idle = createIdleThreads<Thread>(idleMs, retire);
  const waiting = createFairQueue<{ organizationId: string; assign: (thread: Thread) => void }>();
  let closed = false;

  function start(): Thread {
    const thread = startThread<To, From>(entry);
    threads.add(thread);
    return thread;
  }

  async function retire(thread: Thread): Promise<void> {
    // A thread counts until it has ended, so that the number of threads in memory never exceeds the limit.
    await thread.terminate();
    threads.delete(thread);
    if (closed) return;
    const next = waiting.take();
    if (next !== undefined) next.assign(start());
    else if (threads.size === 0) idle.keep(start());
  }

  function nextThread(): Thread | undefined {
    for (let thread = idle.take(); thread !== undefined; thread = idle.take()) {
      if (thread.alive) return thread;
      threads.delete(thread);
    }
    return threads.size < threadsMax ? start() : undefined;
  }

  function waitForThread({ signal, organizationId = '' }: ParseTurn): Promise<Thread> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        waiting.remove(parse);
        reject(signal.reason as Error);
      };
      const parse = {
        organizationId,
        assign(thread: Thread) {
          signal.removeEventListener('abort', stopWaiting);
          resolve(thread);
        },
      };
      signal.addEventListener('abort', stopWaiting, { once: true });
      waiting.add(parse);
    });
  }

  function release(thread: Thread): void {
    if (!thread.alive) threads.delete(thread);
    if (closed) return;
    const free = thread.alive ? thread : start();
    free.keepAlive(false);
    const next = waiting.take();
    if (next !== undefined) next.assign(free);
    else if (free === thread) idle.rest(free);
    else idle.keep(free);
  }

  idle.keep(start());

  return {
    async lend(turn) {
      turn.signal.throwIfAborted();
      if (closed) throw new Error('the parser is closed');
      const thread = nextThread() ?? (await waitForThread(turn));
      thread.keepAlive(true);
      try {
        await thread.ready;
      } catch (error) {
        // No restart here: a thread that cannot start would fail in a loop. The next waiting parse starts
        // one.
        threads.delete(thread);
        waiting.take()?.assign(start());
        throw error;
      }
      return thread;
    },
    release,
    async close() {
      closed = true;
      idle.close();
      await Promise.all([...threads].map((thread) => thread.terminate()));
    },
  };
}
