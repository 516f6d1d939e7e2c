import { once } from 'node:events';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';

/**
 * Names the kernel on which the owner of a folder runs, where `alive` is a socket of the owner. A process id
 * would not do: other containers have the same ones.
 */
export const kernelFile = 'kernel';
const socketFile = 'alive';

/** The running kernel, the same for all containers of a machine, another one after each boot; null elsewhere. */
export async function ownKernel(): Promise<string | null> {
  try {
    return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  } catch {
    return null;
  }
}

/**
 * Answers on the socket of a folder for as long as the process lives, even while it is stopped. The call that
 * is answered ends it.
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
    // The server removes its socket by the path that it was given.
    await new Promise((resolve) => server.close(resolve));
    await handle.close();
  };
}

/** Whether the process that owns a folder of this kernel is dead for certain. */
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

/** A name of a folder by its descriptor: paths of sockets have at most 107 bytes. */
function shortPath({ fd }: FileHandle): string {
  return `/proc/self/fd/${fd}`;
}
