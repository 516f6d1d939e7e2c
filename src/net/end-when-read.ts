import { type Socket } from 'node:net';

/**
 * Makes a socket tell of its end only when what reads it keeps up. Undici 7 takes an end that comes while the
 * reader of a body is behind for a fault of its own and ends the process with an assertion, so that any
 * server could (https://github.com/nodejs/undici/issues/5360; mended in undici 8, which needs Node 22).
 *
 * Node tells of the end together with the last bytes, unless exactly those are asked for, and when it is
 * asked for more once the other side has closed. So all that is left is asked for exactly, and more only in a
 * later turn in which undici's parser is not paused; undici asks again when it continues.
 */
export function endWhenRead<T extends Socket>(socket: T): T {
  const push: Socket['push'] = socket.push.bind(socket);
  const read: Socket['read'] = socket.read.bind(socket);
  let closed = false;
  let asked = false;
  const ask = () => {
    asked = false;
    if (!isBehind(socket) && socket.readableLength === 0) read();
  };
  socket.push = (chunk: unknown, encoding) => {
    closed ||= chunk === null;
    return push(chunk, encoding);
  };
  socket.read = (size): unknown => {
    if (!closed) return read(size);
    if (size !== 0 && socket.readableLength > 0) return read(size ?? socket.readableLength);
    if (!asked) setImmediate(ask);
    asked = true;
    return null;
  };
  return socket;
}

/** Whether undici has stopped reading because the reader of a body has. */
function isBehind(socket: Socket): boolean {
  const parser = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  return (
    parser !== undefined &&
    (socket as unknown as Record<symbol, { paused?: boolean } | null>)[parser]?.paused === true
  );
}
