import { once } from 'node:events';
import { type RequestListener } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo } from 'node:net';
import { type Duplex } from 'node:stream';
import { type Credentials } from './certificates';

export interface FileServer {
  /** `https://127.0.0.1:<port>` */
  origin: string;
  port: number;
  close(): Promise<void>;
}

/** A real HTTPS server on a free loopback port. */
export async function startFileServer(
  credentials: Credentials,
  listener: RequestListener,
): Promise<FileServer> {
  const server = createServer(credentials, listener);
  const sockets = new Set<Duplex>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `https://127.0.0.1:${port}`,
    port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
