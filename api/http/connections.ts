import { type Server } from 'node:http';
import { type Socket } from 'node:net';

/** The open connections of a server and their unanswered requests. */
export interface Connections {
  isBusy(socket: Socket): boolean;
  /**
   * Closes each connection once it has been idle for `graceMs` from now on. A request that is on its way when
   * the shutdown begins arrives within that time and is answered. All answers from now on must have
   * `Connection: close`, after which Node closes the connection.
   */
  closeWhenIdle(graceMs: number): void;
}

/**
 * Tracks the connections of a server. Node's `closeIdleConnections` does not close connections that have
 * never sent a request, and such a connection would delay the end of the program. It also resets connections
 * whose next request has been sent and not yet read.
 */
export function watchConnections(server: Server): Connections {
  const running = new Map<Socket, number>();
  let graceMs: number | null = null;

  server.on('connection', (socket: Socket) => {
    running.set(socket, 0);
    socket.once('close', () => running.delete(socket));
    if (graceMs !== null) closeUnused(socket, graceMs);
  });
  server.on('request', ({ socket }, response) => {
    running.set(socket, (running.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = running.get(socket);
      if (left === undefined) return;
      running.set(socket, left - 1);
      // The head of this answer may have been sent before, so that the client may send another request.
      if (graceMs !== null && left === 1) closeUnused(socket, graceMs);
    });
  });

  /** Closes a connection on which no bytes arrive for some time. */
  function closeUnused(socket: Socket, afterMs: number): void {
    const { bytesRead } = socket;
    const isUnused = () => running.get(socket) === 0 && socket.bytesRead === bytesRead;
    const timer = setTimeout(() => {
      // Input that arrived while the process was busy is read first.
      setImmediate(() => {
        if (isUnused()) socket.destroy();
        else if (running.get(socket) === 0) closeUnused(socket, afterMs);
      });
    }, afterMs);
    socket.once('close', () => {
      clearTimeout(timer);
    });
  }

  return {
    isBusy: (socket) => (running.get(socket) ?? 0) > 0,
    closeWhenIdle(ms) {
      graceMs = ms;
      for (const [socket, count] of running) if (count === 0) closeUnused(socket, ms);
    },
  };
}
