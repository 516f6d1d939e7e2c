import { once } from 'node:events';
import { type Worker } from 'node:worker_threads';
import { runCommand } from '../../../bench/command';
import type { Measurement } from './found';
import type { BenchReader, FileFormat, WarmUpFiles } from './readers';

const FORMATS: readonly FileFormat[] = ['xlsx', 'xls', 'csv'];
const warmUpRounds = 10;

/** Our reader in a warm thread, and a way to end the thread. */
export interface WarmReader extends BenchReader {
  close(): Promise<void>;
}

/**
 * Starts the thread and lets it read each warm-up file ten times, so that its code is compiled.
 *
 * @param startThread starts a thread from the path of its module
 */
export async function startWarmReader(
  warmUp: WarmUpFiles,
  startThread: (entry: string) => Worker,
): Promise<WarmReader> {
  const thread = startThread(require.resolve('./sheaf-thread'));
  const run = async (files: readonly string[]) => {
    const answered = once(thread, 'message');
    thread.postMessage(files);
    const [measurement] = (await answered) as [Measurement];
    // The peak is that of the whole bench process, which says nothing about the reader.
    return { ...measurement, peakBytes: 0 };
  };
  for (let round = 0; round < warmUpRounds; round++) await run(Object.values(warmUp));
  return {
    name: 'sheaf',
    formats: FORMATS,
    slow: false,
    run,
    close: async () => {
      await thread.terminate();
    },
  };
}

/**
 * Our reader in a new process each time. Its seconds are the whole life of the process, start of Node
 * included.
 */
export function newProcessReader(): BenchReader {
  return {
    name: 'sheaf, new process',
    formats: FORMATS,
    slow: false,
    async run(files) {
      const start = performance.now();
      const output = await runCommand(process.execPath, [require.resolve('./sheaf-program'), ...files]);
      const seconds = (performance.now() - start) / 1_000;
      return { ...(JSON.parse(output) as Measurement), seconds };
    },
  };
}
