import { randomUUID } from 'node:crypto';
import { statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileBytesMax } from '../domain/platform/limits';
import { BlobsFull } from './blob-error';
import { errnoOf, removeFile } from './folder-files';

/** Codes with which a file system takes no further bytes: no room, no quota left, mounted to be read only. */
const refusals: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

const probe = Buffer.alloc(64 * 1024);

/** Does work that writes. @throws BlobsFull where the file system takes no bytes */
export async function whileRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw refusals.has(errnoOf(error)) ? new BlobsFull(error) : error;
  }
}

/**
 * Writes and removes a small file in a folder: a quota and a mount that is read only are seen in no number.
 *
 * @throws BlobsFull where the folder takes no bytes, or too few for a largest file
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
