import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setting } from '../../embedded/setting';
import { inPart, suiteParts } from './suite-parts';

/** A program of ours as a process of its own. */
export interface ProgramProcess {
  /** Ends it without a chance to clean up. */
  sigkill(): Promise<void>;
  /** Asks it to stop and waits; answers its exit code. */
  sigterm(): Promise<number | null>;
  /** Whether it runs no more, for whatever reason. */
  hasEnded(): boolean;
  /** All that it has logged. */
  log(): string;
}

const root = join(__dirname, '../..');

/**
 * Folder of the programs that `npm test` has compiled, and of their bundle of workflows; undefined under Jest
 * alone, where the sources run as they are, which takes seconds more.
 */
export const compiledPrograms = setting('TEST_PROGRAMS');

/** Arguments by which Node runs `src/<program>`. */
export function programArguments(program: string, args: readonly string[] = []): string[] {
  return compiledPrograms === undefined
    ? ['--require', 'tsx/cjs', join(root, `src/${program}.ts`), ...args]
    : [join(compiledPrograms, `src/${program}.js`), ...args];
}

/**
 * Starts `src/<program>` and waits until it logs that it is ready.
 *
 * @throws Error with the log when it ends before
 */
export async function startProgram(
  program: 'api' | 'worker',
  env: Record<string, string>,
  args: string[] = [],
): Promise<ProgramProcess> {
  const child = spawn(process.execPath, programArguments(program, args), {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const ready = new Promise<void>((resolve, reject) => {
    const read = (line: string) => {
      lines.push(line);
      if (line.includes(`"${program} ready"`)) resolve();
    };
    createInterface(child.stdout).on('line', read);
    createInterface(child.stderr).on('line', read);
    child.once('exit', () => {
      reject(new Error(`the ${program} ended before it was ready:\n${lines.join('\n')}`));
    });
  });
  await inPart('programsMs', () => ready);
  return {
    async sigkill() {
      await end(child, 'SIGKILL');
    },
    sigterm: () => end(child, 'SIGTERM'),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    log: () => lines.join('\n'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    suiteParts().programsProcessorMs += processorMs(child.pid!);
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

/** Ticks of the processor in a second, as Linux counts them in `/proc`. */
const ticksPerSecond = 100;

/** Processor time that a process has used so far; 0 where the system does not tell. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return 0;
  }
}
