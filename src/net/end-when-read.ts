import { type Socket } from 'node:net';

/**
 * Delays the end event of a socket until its reader has kept up. Undici 7 fails with an assertion, which ends
 * the process, when the end arrives while the reader of a body is behind, so that any server could end this
 * process (https://github.com/nodejs/undici/issues/5360; fixed in undici 8, which needs Node 22).
 *
 * Node reports the end together with the last bytes, unless exactly these are read, and on any further read
 * once the peer has closed. So this reads exactly the remaining bytes, and reads further only in a later turn
 * in which undici's parser is not paused; undici reads again when it resumes.
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

/** Whether undici is paused because the reader of a body is. */
function isBehind(socket: Socket): boolean {
  const parser = Object.getOwnPropertySymbols(socket).find(({ description }) => description === 'parser');
  return (
    parser !== undefined &&
    (socket as unknown as Record<symbol, { paused?: boolean } | null>)[parser]?.paused === true
  );
}
