import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { type Socket } from 'node:net';
import { type MongoClient } from 'mongodb';

/** Diagnostics channel on which Node reports each socket of a program before it is connected. */
const socketChannel = 'net.client.socket';

/**
 * Keeps operations from waiting for ever on a connection that dies at the wrong moment. The driver (7.8, and
 * 7.9) waits for `drain` when a socket does not take a write at once; one that was destroyed, but has not
 * told so yet, takes nothing, and all that it still tells is `close`. When it has closed, whoever waits for
 * it to drain is woken: the driver then sees that the connection is gone and fails, or repeats, the
 * operation. Connections over TLS are not told of by Node and are not covered.
 *
 * @returns what ends it
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
