import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Faults on the way:
 * - `open`: everything passes
 * - `deaf`: requests pass, answers are lost
 * - `hung`: nothing passes, connections stay open
 * - `held`: nothing passes until the next mode is `open`; then all does that was sent
 * - `closed`: connections are broken off
 */
export type ProxyMode = 'open' | 'deaf' | 'hung' | 'held' | 'closed';

/** The network between a program and a server, to be disturbed at will. */
export interface TcpProxy {
  /** `127.0.0.1:<port>` */
  address: string;
  set(mode: ProxyMode): void;
  close(): Promise<void>;
}

/** @param target host and port of the real server */
export async function startTcpProxy(target: string): Promise<TcpProxy> {
  const [host = '', port = ''] = target.split(':');
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let mode: ProxyMode = 'open';

  const server = createServer((near) => {
    if (mode === 'closed') {
      near.destroy();
      return;
    }
    const far = connect(Number(port), host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on('data', (data) => {
        if (mode === 'held') held.push(() => other.write(data));
        else if (mode === 'open' || (mode === 'deaf' && socket === near)) other.write(data);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  function breakOff(): void {
    for (const socket of sockets) socket.destroy();
  }

  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      // Bytes that were lost make a connection useless: the next mode begins with new ones.
      const passesOn = mode === 'open' || (mode === 'held' && next === 'open');
      if (next === 'closed' || !passesOn) breakOff();
      mode = next;
      for (const pass of held.splice(0)) if (passesOn) pass();
    },
    async close() {
      breakOff();
      server.close();
      await once(server, 'close');
    },
  };
}
