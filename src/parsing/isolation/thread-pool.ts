import { createIdleThreads } from '../../idle-threads';
import { createOrganizationTurns } from '../../organization-turns';
import { type ParseThread, startThread } from './parse-thread';

/** Whose parse it is, and what ends it. */
export interface ParseTurn {
  signal: AbortSignal;
  /** Organizations take turns where parses wait for a thread; default one for all parses that name none. */
  organizationId?: string | undefined;
}

/** Pool of warm threads, each lent to one parse at a time. */
export interface ThreadPool<To, From> {
  /**
   * Lends a ready thread; waits while all are lent. Rejects with the signal's reason, or where no thread can
   * start.
   */
  lend(turn: ParseTurn): Promise<ParseThread<To, From>>;
  /** Takes a thread back; a new one starts at once in place of a dead one. */
  release(thread: ParseThread<To, From>): void;
  /** Ends all threads. Waiting and running parses must have been aborted before. */
  close(): Promise<void>;
}

/** Time after which a thread that has worked is ended: what it read last keeps hundreds of megabytes. */
const idleMsDefault = 3 * 60_000;

/**
 * Creates a pool of up to `threadsMax` threads, the first one at once and the others on demand. A thread that
 * waits for work longer than `idleMs` ends with its heaps; a new one takes the place of the last. It is our own
 * rather than Piscina because a parse may only settle when its thread has ended: its work folder is removed
 * then, and Piscina rejects an aborted task before the thread has ended.
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
  const waiting = createOrganizationTurns<{ organizationId: string; assign: (thread: Thread) => void }>();
  let closed = false;

  function start(): Thread {
    const thread = startThread<To, From>(entry);
    threads.add(thread);
    return thread;
  }

  async function retire(thread: Thread): Promise<void> {
    // Counted until it has ended, so that no more threads than allowed hold memory.
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
        // The thread is not restarted: one that cannot start would fail again and again. The next waiting
        // parse tries.
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
