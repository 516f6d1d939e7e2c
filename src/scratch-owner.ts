import { once } from 'node:events';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * File with the kernel on which the owner of a folder runs; `alive` is a socket of the owner. A process id
 * would not identify the owner, since containers reuse them.
 */
export const kernelFile = 'kernel';
const socketFile = 'alive';

/**
 * Id of the running kernel: the same for all containers of a machine, different after each boot; null on
 * other systems.
 */
export async function ownKernel(): Promise<string | null> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    return null;
  }
}

/**
 * Listens on the socket of a folder while the process lives, even while it is stopped. The returned function
 * ends it.
 */
export async function answerAsAlive(folder: string): Promise<() => Promise<void>> {
  const handle = await open(folder, 'r');
  const server = createServer((connection) => connection.destroy()).unref();
  try {
    server.listen(join(shortPath(handle), socketFile));
    await once(server, 'listening');
  } catch (error) {
    await handle.close();
    throw error;
  }
  return async () => {
    // The server removes its socket by the given path.
    await new Promise((resolve) => server.close(resolve));
    await handle.close();
  };
}

/** Whether the owner of a folder on this kernel is certainly dead. */
export async function isOwnerDead(folder: string): Promise<boolean> {
  const handle = await open(folder, 'r');
  const connection = createConnection(join(shortPath(handle), socketFile));
  try {
    await once(connection, 'connect');
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ECONNREFUSED' || code === 'ENOENT';
  } finally {
    connection.destroy();
    await handle.close();
  }
}

/** A path of a folder by its descriptor, since socket paths are limited to 107 bytes. */
function shortPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
