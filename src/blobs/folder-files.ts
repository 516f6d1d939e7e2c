import { mkdir, open, rename, rmdir } from 'node:fs/promises';
import path from 'node:path';

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

/** Puts a finished file at its place, replacing what is there in one step that survives a power failure. */
export async function placeFile(from: string, to: string): Promise<void> {
  const folder = path.dirname(to);
  for (;;) {
    const created = await mkdir(folder, { recursive: true });
    try {
      await rename(from, to);
    } catch (error) {
      // Somebody may have pruned the folder, which was empty, between the two calls.
      if (errnoOf(error) === 'ENOENT' && (await exists(from))) continue;
      throw error;
    }
    await syncFolder(folder);
    if (created !== undefined) await syncFolders(path.dirname(created), path.dirname(folder));
    return;
  }
}

/** Removes `folder` and its parents as long as they are empty, up to but without `root`. */
export async function pruneFolders(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty.startsWith(root + path.sep); empty = path.dirname(empty)) {
    try {
      await rmdir(empty);
    } catch (error) {
      const code = errnoOf(error);
      if (code === 'ENOENT') continue;
      if (code === 'ENOTEMPTY' || code === 'EEXIST') return;
      throw error;
    }
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

/** New folders are entries of their parents: every one from `deepest` up to `top` is written through. */
async function syncFolders(top: string, deepest: string): Promise<void> {
  for (let folder = deepest; folder.length >= top.length; folder = path.dirname(folder)) {
    await syncFolder(folder);
    if (folder === path.dirname(folder)) return;
  }
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
