import { getPriority, setPriority } from 'node:os';

/**
 * Nice value of Linux: against a thread of normal priority it gets a quarter of the processor instead of
 * half.
 */
const niceness = 5;

/**
 * Lowers the priority of the calling thread, for work of seconds that no request waits for. Only Linux has
 * priorities of threads; elsewhere nothing changes.
 */
export function workInBackground(): void {
  if (process.platform === 'linux' && getPriority() < niceness) setPriority(niceness);
}
