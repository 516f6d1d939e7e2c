import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ChildProgram } from '../../embedded/processes/children';

/** How long the event loop of a program was held up, in milliseconds. */
export interface LoopDelay {
  p99Ms: number;
  maxMs: number;
}

const pollMs = 20;

/**
 * Variables that a program is started with, so that it can be asked: they load the probe before the program.
 */
export function probeVariables(probe: string, file: string): Record<string, string> {
  return { NODE_OPTIONS: `--require ${probe}`, LOOP_DELAY_FILE: file };
}

/**
 * A program that does nothing, watched like the API: how long the machine lets one wait that is held up by
 * nothing of its own.
 */
export function idleProgram(probe: string, file: string): ChildProgram {
  return {
    name: 'idle',
    command: process.execPath,
    args: ['--eval', 'setInterval(() => {}, 60_000)'],
    env: probeVariables(probe, file),
  };
}

/** Asks a program how long its event loop was held up since it was asked last. */
export async function askLoopDelay(pid: number, file: string): Promise<LoopDelay> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  while (!existsSync(file)) await delay(pollMs);
  return JSON.parse(readFileSync(file, 'utf8')) as LoopDelay;
}
