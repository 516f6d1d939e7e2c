import { getPriority, setPriority } from 'node:os';

/** Nice value of Linux: beside a thread of an ordinary priority it gets a quarter of the processor, not half. */
const niceness = 5;

/**
 * Lets others go before the calling thread where the processor is short, which is for work that takes seconds and
 * that no request waits for. Threads have priorities of their own on Linux alone; elsewhere nothing changes.
 */
export function workInBackground(): void {
  if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);
}
