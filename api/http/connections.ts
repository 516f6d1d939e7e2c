import { type Server } from 'node:http';
import { type Socket } from 'node:net';

/** Which connections are open, and which of them wait for an answer. */
export interface Connections {
  isBusy(socket: Socket): boolean;
  /** From now on no connection stays open once it has its answers; those that wait for none are closed at once. */
  closeWhenIdle(): void;
}

/**
 * Watches the connections of a server. Node's own `closeIdleConnections` leaves alone those that never sent a request, and
 * one of them would hold up the end of the program.
 */
export function watchConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  let closing = false;

  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = running.get(socket);
      if (left === undefined) return;
      running.set(socket, left - 1);
      if (closing && left === 1) socket.end();
    });
  });

  return {
    isBusy: (socket) => (running.get(socket) ?? 0) > 0,
    closeWhenIdle() {
      closing = true;
      for (const [socket, count] of running) if (count === 0) socket.destroy();
    },
  };
}
