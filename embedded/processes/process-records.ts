import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessMark, isRunning } from './process-mark';
import { signalGroup } from './process-group';

const orderlyEndMs = 10_000;
const pollEveryMs = 50;

/** A child that was started, as it is written down for whoever comes after a crash. */
export interface ProcessRecord extends ProcessMark {
  name: string;
}

/**
 * Writes down which children run; at once and completely, because the next line may be the last one executed.
 */
export function writeRecords(file: string, records: readonly ProcessRecord[]): void {
  writeFileSync(`${file}.draft`, JSON.stringify(records), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
}

/**
 * Ends the children that a former run wrote down in `file` and left behind. A pid that belongs to another
 * program by now is left alone. Answers the names of those that were ended.
 */
export async function endRecorded(file: string): Promise<string[]> {
  const left = readRecords(file).filter(isRunning);
  for (const record of left) signalGroup(record.pid, 'SIGTERM');
  const deadline = performance.now() + orderlyEndMs;
  while (left.some(isRunning) && performance.now() < deadline) await delay(pollEveryMs);
  for (const record of left.filter(isRunning)) signalGroup(record.pid, 'SIGKILL');
  while (left.some(isRunning)) await delay(pollEveryMs);
  writeRecords(file, []);
  return left.map((record) => record.name);
}

function readRecords(file: string): ProcessRecord[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return [];
    throw error;
  }
}
