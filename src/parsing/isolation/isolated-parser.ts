import { stat } from 'node:fs/promises';
import { withJoinedSignal } from '../../joined-signal';
import { type ParseThread } from './parse-thread';
import { createThreadPool, type ParseTurn } from './thread-pool';

/** Runner of parses on warm threads, each for one file at a time. */
export interface IsolatedParser<To, From> {
  /**
   * Runs `parse` once a thread is free and the organization has its turn. Its `signal` aborts with the
   * caller's signal, and when the parser is closed.
   *
   * @throws errors of `parse`; the signal's reason; errors of the file system
   */
  run<T>(
    path: string,
    turn: ParseTurn,
    parse: (thread: ParseThread<To, From>, signal: AbortSignal, byteSize: number) => Promise<T>,
  ): Promise<T>;
  /** Ends the threads; running parses reject. */
  close(): Promise<void>;
}

/**
 * Starts threads for parsers of one kind; the first one loads its modules at once.
 *
 * @param options.entry path of the module that runs on the threads
 * @param options.threadsMax upper bound of the files parsed at the same time; files of one organization wait
 * in order
 * @param options.idleMs idle milliseconds after which a thread ends
 */
export function createIsolatedParser<To, From>(options: {
  entry: string;
  threadsMax: number;
  idleMs?: number | undefined;
}): IsolatedParser<To, From> {
  const pool = createThreadPool<To, From>(options);
  const running = new Set<AbortController>();
  return {
    async run(path, { signal, organizationId }, parse) {
      const { size } = await stat(path);
      return withJoinedSignal({ signals: [signal] }, async (stop) => {
        running.add(stop);
        try {
          const thread = await pool.lend({ signal: stop.signal, organizationId });
          try {
            return await parse(thread, stop.signal, size);
          } finally {
            pool.release(thread);
          }
        } finally {
          running.delete(stop);
        }
      });
    },
    async close() {
      for (const stop of running) stop.abort(new Error('the parser is closed'));
      await pool.close();
    },
  };
}
