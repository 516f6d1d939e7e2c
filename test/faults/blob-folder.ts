import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

const draftsFolder = '~drafts';
/** Files by which a program shows that it owns a folder of drafts. */
const ownerFile = /^~drafts\/[^/]+\/(?:kernel|beat)$/;

/** Paths of blobs and drafts below a blob folder, in order. */
export async function blobsBelow(folder: string): Promise<string[]> {
  return (await filesBelow(folder)).filter((file) => !ownerFile.test(file));
}

/** Paths of all files below a folder, relative to it, in order. */
export async function filesBelow(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return paths.map((path) => path.slice(folder.length + 1)).sort();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw error;
    // A file or folder below was removed during the listing: list again.
    return path === folder ? [] : filesBelow(folder);
  }
}

/** Makes what killed writers have left in a blob folder old enough to be removed. */
export async function ageDrafts(folder: string): Promise<void> {
  const longAgo = new Date(0);
  for (const file of await filesBelow(folder))
    if (file.startsWith(draftsFolder)) await utimes(join(folder, file), longAgo, longAgo);
}
