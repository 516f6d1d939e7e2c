import { workerData } from 'node:worker_threads';
import { holdLockInZlib, type ZlibLock } from './zlib-lock';

/** Settings that `startThread` gives to each of its threads. */
export interface ThreadSetup {
  zlibLock: ZlibLock;
}

// The first import of a thread's entry, so that no module has taken a function of zlib before.
holdLockInZlib((workerData as ThreadSetup).zlibLock);
