import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';

/** Length of a tick of the kernel's processor times, in milliseconds: `USER_HZ` of Linux is 100. */
const tickMs = 10;

/**
 * Id that the kernel gives the calling thread; null where the system does not tell. Only the thread itself
 * can ask for it.
 */
export function kernelThreadId(): string | null {
  try {
    return basename(readlinkSync('/proc/thread-self'));
  } catch {
    return null;
  }
}

/**
 * Creates the clock of a thread of this process: the processor time that it has used, in milliseconds. It
 * stands still while the thread waits for a processor, a disk or a message, so that a busy machine does not
 * shorten a deadline. Where the system does not tell, it is the time of day.
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
      // The thread has ended: its clock has stopped.
    }
    return usedMs;
  };
}

/** User and system time of a thread, fields 14 and 15 of its `stat`, see proc(5). */
function processorMs(stat: string): number {
  // The name of the thread, in brackets, may hold blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * tickMs;
}
