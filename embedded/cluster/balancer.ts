import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A load balancer: one address in front of several servers. */
export interface Balancer {
  /** Host and port. */
  address: string;
  close(): Promise<void>;
}

/**
 * Passes each connection on to the next of the servers that takes it, as a load balancer before a cluster does.
 * A connection ends with its server.
 *
 * @param port of the loopback address, where it listens
 * @param hosts host and port of each server
 */
export async function startBalancer(port: number, hosts: readonly string[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let next = 0;

  const server = createServer((near) => {
    near.on('error', () => near.destroy());
    track(near);
    pass(near, next++, hosts.length);
  });

  function track(socket: Socket): void {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  }

  /** @param left number of servers that were not tried yet */
  function pass(near: Socket, turn: number, left: number): void {
    if (left === 0 || near.destroyed) {
      near.destroy();
      return;
    }
    const [host = '', hostPort = ''] = hosts[turn % hosts.length]!.split(':');
    const far = connect(Number(hostPort), host);
    const refused = (): void => {
      pass(near, turn + 1, left - 1);
    };
    far.once('error', refused);
    far.once('connect', () => {
      far.off('error', refused);
      far.on('error', () => near.destroy());
      track(far);
      far.on('close', () => near.destroy());
      near.on('close', () => far.destroy());
      if (near.destroyed) far.destroy();
      near.pipe(far).pipe(near);
    });
  }

  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
