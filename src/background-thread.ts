import { constants, setPriority } from 'node:os';

/**
 * Leaves the processor to whoever wants it beside the calling thread, which is for work that takes seconds and
 * that nobody waits for at once. Threads have priorities of their own on Linux alone; elsewhere nothing changes.
 */
export function workInBackground(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
