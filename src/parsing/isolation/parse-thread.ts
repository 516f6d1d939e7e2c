import { extname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { readToolEnvironment } from '../../config';

/**
 * Heap of one thread, in MB; buffers are outside it and have the readers' own caps. Little of what a parse
 * makes lives for long: young objects that stay within the processor's caches are made faster than in the
 * engine's 48 MB, and the whole heap, with which compiled code goes, is walked less often.
 */
const threadHeap = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12 } as const;
/**
 * A heap that may hold no more than that is walked whenever it has grown by two fifths, several times in a
 * parse of 10 MB, and compiled code that no live function holds goes with it: jobs that came next took up to
 * twice as long. Now it triples first.
 */
const heapGrowth = '--heap-growing-percent=200';

/** How a thread ended that was not asked to. */
export type ThreadEnd = { kind: 'out of memory' } | { kind: 'crash'; error: Error };

/**
 * A thread that waits for parses, or runs one; it is told `To` and tells `From`, beside the `ready` that
 * comes first.
 */
export interface ParseThread<To, From> {
  /** Settles when everything is loaded; rejects with an Error where the thread cannot start. */
  readonly ready: Promise<void>;
  /** False once it ended or was told to. */
  readonly alive: boolean;
  send(message: To): void;
  /** Who hears of messages and of an unwanted end; null for nobody. */
  listen(listener: ThreadListener<From> | null): void;
  /** Whether the process stays alive for this thread; it does not at first. */
  keepAlive(wanted: boolean): void;
  /** Ends the thread wherever it stands; settles when it is gone and its files are closed. */
  terminate(): Promise<void>;
}

export interface ThreadListener<From> {
  message(message: From): void;
  ended(end: ThreadEnd): void;
}

/**
 * A thread with the heap that parses get, and without the environment's secrets. From the first one on all
 * heaps of the process grow as theirs do, since V8 cannot be told so for one; programs that import this and
 * start none are left as they are.
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
  let failure: ThreadEnd | null = null;
  let started: () => void = () => undefined;
  let failed: (error: Error) => void = () => undefined;
  const ready = new Promise<void>((resolve, reject) => {
    started = resolve;
    failed = reject;
  });
  // Whoever needs the thread awaits `ready`; for a spare one that nobody awaits, failing is no event.
  ready.catch(() => undefined);

  worker.on('message', (message: From) => {
    if (isReady(message)) started();
    else listener?.message(message);
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

function isReady(message: unknown): message is { type: 'ready' } {
  return (message as { type?: unknown }).type === 'ready';
}
