import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, processMark, type ProcessMark } from '../processes/process-mark';

const pollEveryMs = 50;

/** A lock that is held; `release` gives it back and may be called once. */
export interface Lock {
  release(): Promise<void>;
}

/** Options of {@link acquireLock}. */
export interface LockOptions {
  /** Called once, with the holder's pid, when another live process holds the lock; throw in it to give up. */
  onBusy?: (holderPid: number) => void;
  /** Ends the waiting with its reason. */
  signal?: AbortSignal;
}

/**
 * Waits until this process alone holds the lock that lives in `folder`; a lock whose holder died, however it
 * did, is taken over.
 *
 * The holder is the highest numbered file. Numbers only grow: a release marks its file and leaves it, so that
 * a process that was looking at an older number can never create one that counts.
 */
export async function acquireLock(folder: string, options: LockOptions = {}): Promise<Lock> {
  await mkdir(folder, { recursive: true });
  let told = false;
  for (;;) {
    const newest = await newestNumber(folder);
    const holder = await readHolder(folder, newest);
    if (holder !== undefined && isRunning(holder)) {
      if (!told) options.onBusy?.(holder.pid);
      told = true;
      await delay(pollEveryMs, undefined, options);
      continue;
    }
    const mine = newest + 1;
    if (!(await createHolder(folder, mine))) continue;
    if ((await newestNumber(folder)) !== mine) {
      await rm(path.join(folder, String(mine)), { force: true });
      continue;
    }
    await removeOlder(folder, mine);
    return { release: () => replaceHolder(folder, mine) };
  }
}

async function numbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
}

async function newestNumber(folder: string): Promise<number> {
  return Math.max(0, ...(await numbers(folder)));
}

async function readHolder(folder: string, number: number): Promise<ProcessMark | undefined> {
  try {
    return JSON.parse(await readFile(path.join(folder, String(number)), 'utf8')) as ProcessMark;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Creates the numbered file with its whole content at once, or answers false because another process did. */
async function createHolder(folder: string, number: number): Promise<boolean> {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, JSON.stringify(processMark(process.pid)));
  try {
    await link(draft, path.join(folder, String(number)));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function replaceHolder(folder: string, number: number): Promise<void> {
  const draft = path.join(folder, `draft-${randomUUID()}`);
  await writeFile(draft, '');
  await rename(draft, path.join(folder, String(number)));
}

async function removeOlder(folder: string, number: number): Promise<void> {
  const older = (await numbers(folder)).filter((candidate) => candidate < number);
  await Promise.all(older.map((candidate) => rm(path.join(folder, String(candidate)), { force: true })));
}
