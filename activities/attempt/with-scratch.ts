import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Does work with a folder of its own, which is removed with its content when the call settles. */
export async function withScratch<T>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    // Usually the folder is empty, and one call removes it; a recursive removal takes as long as reading a
    // small file.
    await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }));
  }
}
