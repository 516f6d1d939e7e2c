import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

/** A program of `test/embedded/programs` that runs as a process of its own. */
export interface RunningProgram {
  readonly process: ChildProcess;
  /** The next line that it prints; rejects when it ends before. */
  nextLine(): Promise<string>;
  /** Its exit code, null when a signal ended it. */
  ended(): Promise<number | null>;
}

/** Starts a program of `test/embedded/programs`, TypeScript as it is. */
export function runProgram(name: string, args: readonly string[]): RunningProgram {
  const program = path.join(__dirname, 'programs', `${name}.ts`);
  const child = spawn(process.execPath, ['--require', 'tsx/cjs', program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const exit = once(child, 'exit') as Promise<[number | null]>;
  return {
    process: child,
    async nextLine() {
      const line = await lines.next();
      if (line.done === true) throw new Error(`${name} ended without another line`);
      return line.value;
    },
    ended: async () => (await exit)[0],
  };
}

/** Resolves once `condition` holds; the test's own time limit ends the waiting. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await delay(20);
}
