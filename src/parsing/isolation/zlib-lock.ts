import { setTimeout as pause } from 'node:timers/promises';
import zlib from 'node:zlib';

/** States of the lock; `ending` while who terminates the thread waits for the end of a creation. */
const free = 0;
const creating = 1;
const ending = 2;
const ended = 3;

/**
 * Lock of one thread, shared with whoever terminates it. Node aborts the whole process where a thread is
 * terminated between the creation of a zlib stream and its initialization (`close before init` of
 * `node_zlib.cc`). So the thread creates streams under this lock, and `terminate` takes it first.
 */
export type ZlibLock = Int32Array<SharedArrayBuffer>;

export function createZlibLock(): ZlibLock {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/**
 * Resolves once the thread creates no stream, or has ended; it can create none from then on. A thread keeps
 * the lock for the creation of a stream, or for one synchronous call of zlib.
 */
export async function takeZlibLock(lock: ZlibLock, hasEnded: () => boolean): Promise<void> {
  while (Atomics.compareExchange(lock, 0, free, ended) !== ended) {
    Atomics.compareExchange(lock, 0, creating, ending);
    if (hasEnded()) return;
    if (Atomics.load(lock, 0) === ending) await pause(1);
  }
}

/** Makes all functions of `node:zlib` in the calling thread run under the lock, besides checksums. */
export function holdLockInZlib(lock: ZlibLock): void {
  const held = <Result>(run: () => Result): Result => {
    const before = Atomics.compareExchange(lock, 0, free, creating);
    // The thread sleeps here until it is terminated.
    if (before === ended) Atomics.wait(lock, 0, ended);
    // A call within another one, whose caller has the lock.
    if (before !== free) return run();
    try {
      return run();
    } finally {
      if (Atomics.compareExchange(lock, 0, creating, free) === ending) Atomics.store(lock, 0, ended);
    }
  };
  for (const [name, value] of Object.entries(zlib)) {
    if (typeof value !== 'function' || name === 'crc32') continue;
    const guarded = new Proxy(value as () => unknown, {
      apply: (target, self, args) => held(() => Reflect.apply(target, self, args) as unknown),
      construct: (target, args, newTarget) =>
        held(() => Reflect.construct(target, args, newTarget) as object),
    });
    Object.defineProperty(zlib, name, { value: guarded });
  }
}
