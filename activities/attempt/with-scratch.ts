import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Does work that needs a folder of its own, which is gone with all that is in it when the call settles. */
export async function withScratch<T>(
  parent: string,
  prefix: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(parent, prefix));
  try {
    return await work(folder);
  } finally {
    // Mostly nothing is in it any more, which one call removes; a walk takes as long as reading a small file.
    await rmdir(folder).catch(() => rm(folder, { recursive: true, force: true }));
  }
}
