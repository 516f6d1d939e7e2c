import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Socket } from 'node:net';
import { type MongoClient } from 'mongodb';

/** Diagnostics channel on which Node publishes each socket before it connects. */
const socketChannel = 'net.client.socket';

/**
 * Keeps operations from waiting for ever on a dying connection. The driver (7.8 and 7.9) waits for `drain`
 * when a socket cannot take a write at once. A destroyed socket never drains; it only emits `close`. This
 * emits `drain` on `close`: the driver then finds the connection closed, and fails or retries the operation.
 * Node does not publish TLS connections, which are not covered.
 *
 * @returns a function that stops this
 */
export function endStuckWrites(client: MongoClient): () => void {
  const ports = new Set<number>();
  client.on('serverOpening', ({ address }) => {
    ports.add(Number(address.slice(address.lastIndexOf(':') + 1)));
  });

  function watch(message: unknown): void {
    const { socket } = message as { socket: Socket };
    socket.once('connect', () => {
      if (!ports.has(socket.remotePort ?? 0)) return;
      socket.once('close', () => socket.emit('drain'));
    });
  }

  subscribe(socketChannel, watch);
  return () => {
    unsubscribe(socketChannel, watch);
  };
}
