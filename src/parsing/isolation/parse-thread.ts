import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { readToolEnvironment } from '../../config';
import { type ThreadReady } from './messages';
import { createThreadClock } from './thread-clock';

/**
 * Heap limits of one thread, in MB; buffers are outside it and have the readers' own limits. Few objects of a
 * parse live long: young objects that fit the processor's caches are allocated faster than in the engine's 48
 * MB, and full collections, which also drop compiled code, are rarer.
 */
const threadHeap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 } as const;
/**
 * Growth of the heap, in percent, before a full collection. With the engine's default for this size the heap
 * is collected after every growth by two fifths, several times in a parse of 10 MB, and compiled code without
 * a live function is dropped, which makes the following jobs take up to twice as long.
 */
const heapGrowth = '--heap-growing-percent=200';

/** Unrequested end of a thread. */
export type ThreadEnd = { kind: 'out of memory' } | { kind: 'crash'; error: Error };

/**
 * A thread that waits for parses, or runs one. It receives `To` and sends `From`, besides the first message
 * `ready`.
 */
export interface ParseThread<To, From> {
  /** Resolves when all modules are loaded; rejects with an Error where the thread cannot start. */
  readonly ready: Promise<void>;
  /** Processor time that the thread has used, in milliseconds; see `createThreadClock`. */
  busyMs(): number;
  /** False once it has ended or was told to. */
  readonly alive: boolean;
  send(message: To): void;
  /** Sets the receiver of messages and of an unrequested end; null for none. */
  listen(listener: ThreadListener<From> | null): void;
  /** Sets whether the thread keeps the process alive; at first it does not. */
  keepAlive(wanted: boolean): void;
  /** Ends the thread at any point; resolves when it has exited and its files are closed. */
  terminate(): Promise<void>;
}

export interface ThreadListener<From> {
  message(message: From): void;
  ended(end: ThreadEnd): void;
}

/**
 * Creates a thread with the heap of a parse. From the first one on, all heaps of the process grow alike,
 * because V8 has no such option per thread; programs that import this module without a thread are not
 * affected.
 *
 * @param entry path of its module
 */
export function createHeapWorker(entry: string, execArgv: readonly string[] = []): Worker {
  setFlagsFromString(heapGrowth);
  return new Worker(entry, {
    execArgv: [...execArgv],
    resourceLimits: threadHeap,
    env: readToolEnvironment(),
  });
}

/**
 * Starts a thread from a module beside this one, compiled or not.
 *
 * @param entry path of the module, `.ts` or `.js`
 */
export function startThread<To, From>(entry: string): ParseThread<To, From> {
  const execArgv = extname(entry) === '.ts' ? ['--require', require.resolve('tsx/cjs')] : [];
  const worker = createHeapWorker(entry, execArgv);
  let listener: ThreadListener<From> | null = null;
  let alive = true;
  let clock = createThreadClock(null);
  let failure: ThreadEnd | null = null;
  let started: () => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve;
    failed = reject;
  });
  // Users of the thread await `ready`; the failure of a spare thread that nobody awaits must not be
  // unhandled.
  ready.catch(() => undefined);

  worker.on('message', (message: From) => {
    if (isReady(message)) {
      clock = createThreadClock(message.kernelId);
      started();
    } else listener?.message(message);
  });
  worker.on('error', (error: Error & { code?: string }) => {
    failure =
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { kind: 'out of memory' } : { kind: 'crash', error };
  });
  worker.on('exit', (code) => {
    const end = failure ?? { kind: 'crash', error: new Error(`the parsing thread ended with code ${code}`) };
    failed(
      end.kind === 'crash' ? end.error : new Error('the parsing thread ran out of memory while starting'),
    );
    if (!alive) return;
    alive = false;
    listener?.ended(end);
  });
  worker.unref();

  return {
    ready,
    busyMs: () => clock(),
    get alive() {
      return alive;
    },
    send(message) {
      worker.postMessage(message);
    },
    listen(next) {
      listener = next;
    },
    keepAlive(wanted) {
      if (wanted) worker.ref();
      else worker.unref();
    },
    async terminate() {
      alive = false;
      listener = null;
      worker.ref();
      await worker.terminate();
    },
  };
}

function isReady(message: unknown): message is ThreadReady {
  return (message as { type?: unknown }).type === 'ready';
}
