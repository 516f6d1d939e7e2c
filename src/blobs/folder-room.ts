import { randomUUID } from 'node:crypto';
import { statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileBytesMax } from '../domain/platform/limits';
import { BlobsFull } from './blob-error';
import { errnoOf, removeFile } from './folder-files';

/** Error codes of a file system that accepts no bytes: full, over its quota, or read-only. */
const refusals: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

const probe = Buffer.alloc(64 * 1024);

/** Does work that writes. @throws BlobsFull when the file system accepts no bytes */
export async function whileRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw refusals.has(errnoOf(error)) ? new BlobsFull(error) : error;
  }
}

/**
 * Writes and removes a small file in a folder, since the numbers of free bytes show neither quotas nor
 * read-only mounts.
 *
 * @throws BlobsFull when the folder takes no bytes, or has no room for a file of the largest size
 */
export async function requireRoom(folder: string): Promise<void> {
  const draft = path.join(folder, randomUUID());
  await whileRoom(async () => {
    try {
      await writeFile(draft, probe, { flag: 'wx', flush: true });
    } finally {
      await removeFile(draft);
    }
  });
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < fileBytesMax)
    throw new BlobsFull(new Error(`${bavail * bsize} bytes are free, a file may have ${fileBytesMax}`));
}
