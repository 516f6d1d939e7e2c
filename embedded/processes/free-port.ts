import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

const loopback = '127.0.0.1';
const portMin = 20_000;
const portMax = 32_767;
const triesMax = 1_000;

/** Whether a server could listen on `port` of the loopback address now. */
export async function isPortFree(port: number): Promise<boolean> {
  const probe = net.createServer();
  try {
    probe.listen(port, loopback);
    await once(probe, 'listening');
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  } finally {
    probe.close();
  }
}

/**
 * A port of the loopback address that is free at this moment and stays below those that systems give to
 * outgoing connections (Linux: from 32,768 on). One of these could be taken by a connection before its server
 * listens, or while it is down: even by a client that looks for that server and finds itself.
 *
 * @throws Error when there seems to be none
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = randomInt(portMin, portMax + 1);
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port between ${portMin} and ${portMax} seems to be free`);
}
