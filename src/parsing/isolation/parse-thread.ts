import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { readToolEnvironment } from '../../config';
import { type ThreadReady } from './messages';
import { createThreadClock } from './thread-clock';
import { type ThreadSetup } from './thread-setup';
import { createZlibLock, takeZlibLock } from './zlib-lock';

/**
 * Heap limits of one thread, in MB. Buffers are outside the heap and have the readers' own limits. Few
 * objects of a parse live long, so the young generation fits the processor's caches, where allocation is
 * faster than in the engine's 48 MB. Full collections, which also drop compiled code, are rarer.
 */
const threadHeap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 } as const;
/**
 * Growth of the heap, in percent, before a full collection. With the engine's default a heap of this size is
 * collected after each growth by two fifths, several times in a parse of 10 MB. Each collection drops
 * compiled code that is not running, which makes the next jobs take up to twice as long.
 */
const heapGrowth = '--heap-growing-percent=200';

/** End of a thread without a call of `terminate`. */
export type ThreadEnd = { kind: 'out of memory' } | { kind: 'crash'; error: Error };

/**
 * Thread that waits for parses, or runs one. It receives `To` and sends `From`; its first message is `ready`.
 */
export interface ParseThread<To, From> {
  /** Resolves when all modules are loaded; rejects with an Error where the thread cannot start. */
  readonly ready: Promise<void>;
  /** Processor time that the thread has used, in milliseconds; see `createThreadClock`. */
  busyMs(): number;
  /** False once the thread has ended or is being terminated. */
  readonly alive: boolean;
  send(message: To): void;
  /** Sets the receiver of messages and of an unrequested end; null to remove it. */
  listen(listener: ThreadListener<From> | null): void;
  /** Sets whether the thread keeps the process alive; initially false. */
  keepAlive(wanted: boolean): void;
  /** Ends the thread at any point; resolves when it has exited and its files are closed. */
  terminate(): Promise<void>;
}

export interface ThreadListener<From> {
  message(message: From): void;
  ended(end: ThreadEnd): void;
}

/**
 * Creates a thread with the heap limits of a parse. The first call also sets the heap growth of the whole
 * process, because V8 has no such option per thread; importing this module alone sets nothing.
 *
 * @param entry path of the thread's module
 */
export function createHeapWorker(
  entry: string,
  execArgv: readonly string[] = [],
  workerData: ThreadSetup | null = null,
): Worker {
  setFlagsFromString(heapGrowth);
  return new Worker(entry, {
    execArgv: [...execArgv],
    workerData,
    resourceLimits: threadHeap,
    env: readToolEnvironment(),
  });
}

/**
 * Starts a thread from a module in this repository, compiled or not.
 *
 * @param entry path of the module, `.ts` or `.js`; where it uses zlib, its first import is `thread-setup`
 */
export function startThread<To, From>(entry: string): ParseThread<To, From> {
  const execArgv = extname(entry) === '.ts' ? ['--require', require.resolve('tsx/cjs')] : [];
  const zlibLock = createZlibLock();
  const worker = createHeapWorker(entry, execArgv, { zlibLock });
  let listener: ThreadListener<From> | null = null;
  let alive = true;
  let exited = false;
  let clock = createThreadClock(null);
  let failure: ThreadEnd | null = null;
  let started: () => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve;
    failed = reject;
  });
  // Users of the thread await `ready`. A spare thread has no user yet, so its failure must not be an
  // unhandled rejection.
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
    exited = true;
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
      await takeZlibLock(zlibLock, () => exited);
      await worker.terminate();
    },
  };
}

function isReady(message: unknown): message is ThreadReady {
  return (message as { type?: unknown }).type === 'ready';
}
