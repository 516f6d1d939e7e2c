import { type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Most files of a folder that are removed at once, without a walk. */
const flatMax = 32;

/** Code of a file system error, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Returns `fallback` when the file does not exist. */
export async function unlessMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return fallback;
    throw error;
  }
}

/**
 * Moves finished files to their places in one folder, in this order, each replacing the former file
 * atomically. When it settles, all of them survive a power failure.
 */
export async function placeFiles(moves: readonly { from: string; to: string }[]): Promise<void> {
  const folder = path.dirname(moves[0]!.to);
  const made: string[] = [];
  for (const { from, to } of moves) {
    await inFolder(
      folder,
      made,
      () => rename(from, to),
      () => exists(from),
    );
  }
  await syncFolders(folder, made);
}

/**
 * Creates an empty file at a new place; `named` settles when the name of the file survives a power failure.
 */
export async function startFile(file: string): Promise<{ named: Promise<void> }> {
  const folder = path.dirname(file);
  const made: string[] = [];
  await inFolder(
    folder,
    made,
    () => writeFile(file, '', { flag: 'wx' }),
    () => true,
  );
  const named = syncFolders(folder, made);
  // The caller awaits `named` later; until then a rejection must not count as unhandled.
  named.catch(() => undefined);
  return { named };
}

/**
 * Does work in a folder, which is created if missing; `made` receives the topmost folders that were created.
 */
async function inFolder(
  folder: string,
  made: string[],
  work: () => Promise<void>,
  isPossible: () => Promise<boolean> | boolean,
): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT' || !(await isPossible())) throw error;
    }
    // Retries, since another process may prune the empty folder between the two calls.
    const top = await mkdir(folder, { recursive: true });
    if (top !== undefined) made.push(top);
  }
}

/** Removes a file, if it exists. */
export async function removeFile(file: string): Promise<void> {
  await unlessMissing(unlink(file), undefined);
}

/**
 * Removes a folder with its content. A missing folder is not an error; neither is a file of that name, which
 * stays.
 *
 * @returns whether the folder existed
 */
export async function removeFolder(folder: string): Promise<boolean> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
  // Most folders hold one or two files: `rm`, which inspects everything before it removes it, takes three
  // times as long.
  if (entries.length <= flatMax && entries.every((entry) => entry.isFile())) {
    await Promise.all(entries.map(({ name }) => removeFile(path.join(folder, name))));
    if (await removeEmpty(folder)) return true;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

/** Removes `folder` and its parents while they are empty, up to `root`, which stays. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.startsWith(root + path.sep); empty = path.dirname(empty)) {
    if (!(await removeEmpty(empty))) return;
  }
}

/** False when the folder is not empty; true also when it does not exist. */
async function removeEmpty(folder: string): Promise<boolean> {
  try {
    await rmdir(folder);
    return true;
  } catch (error) {
    const code = errnoOf(error);
    if (code === 'ENOENT') return true;
    if (code === 'ENOTEMPTY' || code === 'EEXIST') return false;
    throw error;
  }
}

/** Syncs a file to disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Syncs the entries of a folder to disk, and those of the parents of folders that were created. */
async function syncFolders(folder: string, made: readonly string[]): Promise<void> {
  const top = Math.min(...made.map((madeFolder) => path.dirname(madeFolder).length));
  const changed = [folder];
  for (let parent = path.dirname(folder); parent.length >= top; parent = path.dirname(parent)) {
    changed.push(parent);
    if (parent === path.dirname(parent)) break;
  }
  await Promise.all(changed.map(syncFolder));
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await unlessMissing(open(folder, 'r'), null);
  if (handle === null) return;
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function exists(file: string): Promise<boolean> {
  const handle = await unlessMissing(open(file, 'r'), null);
  await handle?.close();
  return handle !== null;
}
