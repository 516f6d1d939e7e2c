import { mkdir, mkdtemp, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder is touched this often while its program lives, and taken for left behind when it was not for that
 * long.
 */
const touchEveryMs = 60_000;
const abandonedAfterMs = 10 * 60_000;

/** A program's own folder for files that do not outlive it. */
export interface ScratchFolder {
  path: string;
  close(): Promise<void>;
}

/**
 * Makes a scratch folder below the data folder, where the folder blob store can take files over by renaming
 * them, and removes those that killed programs left behind.
 */
export async function openScratchFolder(dataDir: string): Promise<ScratchFolder> {
  const parent = join(dataDir, 'scratch');
  await mkdir(parent, { recursive: true });
  await removeAbandoned(parent);
  const path = await mkdtemp(join(parent, 'worker-'));
  const timer = setInterval(() => {
    const now = new Date();
    // The folder may be gone while the program stops; its next use would say so.
    utimes(path, now, now).catch(() => undefined);
  }, touchEveryMs);
  timer.unref();
  return {
    path,
    async close() {
      clearInterval(timer);
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    // Another worker may remove it at the same time.
    const info = await stat(path).catch(() => null);
    if (info !== null && Date.now() - info.mtimeMs > abandonedAfterMs)
      await rm(path, { recursive: true, force: true });
  }
}
