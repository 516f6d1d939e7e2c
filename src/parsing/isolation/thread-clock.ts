import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Length of one tick of the kernel's processor times, in milliseconds: `USER_HZ` of Linux is 100. */
const tickMs = 10;

/**
 * Returns the kernel's id of the calling thread; null where the system does not provide it. A thread can only
 * read its own id.
 */
export function kernelThreadId(): string | null {
  try {
    return basename(readlinkSync('/proc/thread-self'));
  } catch {
    return null;
  }
}

/**
 * Creates the clock of a thread of this process: its processor time in milliseconds. The clock stands still
 * while the thread waits for a processor, a disk or a message, so that a busy machine does not shorten a
 * deadline. Where the system does not provide processor times, it counts elapsed time.
 *
 * @param threadId from {@link kernelThreadId}
 */
export function createThreadClock(threadId: string | null): () => number {
  if (threadId === null) return () => performance.now();
  let usedMs = 0;
  return () => {
    try {
      usedMs = processorMs(readFileSync(`/proc/self/task/${threadId}/stat`, 'latin1'));
    } catch {
      // The thread has ended; its clock keeps the last value.
    }
    return usedMs;
  };
}

/** User and system time of a thread, fields 14 and 15 of its `stat`, see proc(5). */
function processorMs(stat: string): number {
  // The name of the thread, in brackets, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
