import { type Dirent } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Files of a folder that are removed at once. */
const flatMax = 32;

/** Code of a file system error, such as `ENOENT`. */
export function errnoOf(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Answers `fallback` where the file system says that there is no such file. */
export async function unlessMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return fallback;
    throw error;
  }
}

/**
 * Puts finished files at their places in one folder, in this order, each replacing what is there in one step.
 * Once it settles all of them survive a power failure; none was acknowledged before.
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

/** Makes an empty file at a new place; `named` settles when the file's name survives a power failure. */
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
  // The caller that is told of the file waits for it; until then a failure must not count as unhandled.
  named.catch(() => undefined);
  return { named };
}

/**
 * Does work in a folder, which is made where it is missing; the topmost folders that were made go to `made`.
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
    // More than once where another process prunes the folder, which is empty, between the two calls.
    const top = await mkdir(folder, { recursive: true });
    if (top !== undefined) made.push(top);
  }
}

/** Removes a file; one that is not there is no error. */
export async function removeFile(file: string): Promise<void> {
  await unlessMissing(unlink(file), undefined);
}

/**
 * Removes a folder with all that is in it; one that is not there is no error, nor is a file of that name,
 * which stays.
 *
 * @returns whether there was one
 */
export async function removeFolder(folder: string): Promise<boolean> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')) return false;
    throw error;
  }
  // Most folders hold a file or two: the walk of `rm`, which looks at everything before it removes it, takes
  // three times as long.
  if (entries.length <= flatMax && entries.every((entry) => entry.isFile())) {
    await Promise.all(entries.map(({ name }) => removeFile(path.join(folder, name))));
    if (await removeEmpty(folder)) return true;
  }
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  return true;
}

/** Removes `folder` and its parents as long as they are empty, up to but without `root`. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.startsWith(root + path.sep); empty = path.dirname(empty)) {
    if (!(await removeEmpty(empty))) return;
  }
}

/** False where something is in it; a folder that is not there is gone already. */
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

/** Writes a file's bytes through to the disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes a folder's entries through to the disk, and those of its parents that got new ones when folders were
 * made.
 */
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
