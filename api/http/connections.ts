import { type Server } from 'node:http';
import { type Socket } from 'node:net';

/** The open connections of a server and their unanswered requests. */
export interface Connections {
  isBusy(socket: Socket): boolean;
  /** Closes idle connections now, and each other connection after its last answer. */
  closeWhenIdle(): void;
}

/**
 * Tracks the connections of a server. Node's `closeIdleConnections` does not close connections that have
 * never sent a request, and such a connection would delay the end of the program.
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
