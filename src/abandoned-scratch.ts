import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Logger } from 'pino';
import { isOwnerDead, kernelFile, ownKernel } from './scratch-owner';

/** A file that the owner of a folder rewrites regularly, as a heartbeat. */
export const beatFile = 'beat';
/**
 * Consecutive checks without a new heartbeat after which a folder counts as abandoned: few when the kernel
 * reports that the owner is dead, many when only missing heartbeats of another machine say so. Checks are
 * counted instead of comparing times: neither different clocks nor a pause of this process make other owners
 * look dead.
 */
const looksWhenDead = 4;
const looksWhenUnknown = 60;

export interface ScratchWatch {
  /** Checks all folders once, and removes the abandoned ones. */
  look(): Promise<void>;
}

interface Silence {
  sign: string;
  looks: number;
}

/** Watches the scratch folders of all processes in a data folder, except the watcher's own. */
export function createScratchWatch({
  parent,
  own,
  log,
}: {
  parent: string;
  own: string;
  log: Logger;
}): ScratchWatch {
  let silences = new Map<string, Silence>();
  return {
    async look() {
      const kernel = await ownKernel();
      const seen = new Map<string, Silence>();
      for (const name of await readdir(parent)) {
        if (name === basename(own)) continue;
        const path = join(parent, name);
        const sign = await signOf(path);
        // Another worker has removed the folder.
        if (sign === null) continue;
        const before = silences.get(name);
        const looks = before?.sign === sign ? before.looks + 1 : 0;
        const owner = await ownerOf(path, kernel);
        seen.set(name, { sign, looks: owner === 'alive' ? 0 : looks });
        if (owner === 'alive' || looks < (owner === 'dead' ? looksWhenDead : looksWhenUnknown)) continue;
        await remove(path, log);
      }
      silences = seen;
    },
  };
}

/**
 * A value that changes while the owner lives. For folders without a heartbeat file it is the folder's
 * modification time.
 */
async function signOf(path: string): Promise<string | null> {
  const info = await orNull(stat(path));
  if (info === null) return null;
  return `${info.mtimeMs} ${await orNull(readFile(join(path, beatFile), 'utf8'))}`;
}

async function ownerOf(path: string, kernel: string | null): Promise<'alive' | 'dead' | 'unknown'> {
  const named = await orNull(readFile(join(path, kernelFile), 'utf8'));
  if (named === null || named !== kernel) return 'unknown';
  const isDead = await orNull(isOwnerDead(path));
  if (isDead === null) return 'unknown';
  return isDead ? 'dead' : 'alive';
}

async function remove(path: string, log: Logger): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
    log.info({ folder: basename(path) }, 'scratch files of a program that is gone were removed');
  } catch (err) {
    // For example, a folder of another user. The next check tries again.
    log.warn({ err, folder: basename(path) }, 'scratch files of a program that is gone cannot be removed');
  }
}

/** Null for a file that does not exist or belongs to another user. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null;
    throw error;
  }
}
