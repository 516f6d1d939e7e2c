import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Logger } from 'pino';
import { isOwnerDead, kernelFile, ownKernel } from './scratch-owner';

/** A file whose content changes with each sign of life of a folder's owner. */
export const beatFile = 'beat';
/**
 * Looks in a row without a new sign of life after which a folder counts as left behind: few where the kernel
 * says that the owner is dead, many where only the beats of another machine tell. Looks are counted, no times
 * compared: neither clocks that differ nor a pause of this process make others look silent.
 */
const looksWhenDead = 4;
const looksWhenUnknown = 60;

export interface ScratchWatch {
  /** Looks once at all folders, and removes those that are left behind. */
  look(): Promise<void>;
}

interface Silence {
  sign: string;
  looks: number;
}

/** Watches the scratch folders of a data folder, whoever made them, but the watcher's own. */
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
        // Another worker has removed it.
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

/** What changes while the owner lives. The time of the folder is the sign of releases that write no beats. */
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
    // Such as those of another user. The next look tries again.
    log.warn({ err, folder: basename(path) }, 'scratch files of a program that is gone cannot be removed');
  }
}

/** Null for a file that is not there, or is another user's. */
async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EACCES') return null;
    throw error;
  }
}
