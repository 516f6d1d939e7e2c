import { cpus } from 'node:os';
import { runCommand } from '../command';

/** Programs by process id. */
interface Programs {
  /** The one that gets the first processor for itself. */
  apart: number;
  /** Process ids that share the other processors. */
  together: readonly number[];
}

/**
 * Keeps a program on a processor that the others leave alone, by `taskset`, until the answer is called.
 *
 * @returns null where that cannot be done: one processor, no `taskset`, or programs of another user
 */
export async function setApart({ apart, together }: Programs): Promise<(() => Promise<void>) | null> {
  const last = cpus().length - 1;
  if (last < 1) return null;
  const keepOn = async (processors: string, pids: readonly number[]) => {
    // With all threads that each has.
    for (const pid of pids) await runCommand('taskset', ['-apc', processors, String(pid)]);
  };
  const free = () => keepOn(`0-${last}`, [apart, ...together]);
  try {
    await keepOn('0', [apart]);
    await keepOn(`1-${last}`, together);
    return free;
  } catch {
    await free().catch(() => undefined);
    return null;
  }
}
