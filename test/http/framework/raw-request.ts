import { connect, type Socket } from 'node:net';

/** A connection to the API below HTTP, for what a client library would not send. */
export function open(baseUrl: string): Socket {
  const { hostname, port } = new URL(baseUrl);
  return connect(Number(port), hostname);
}

/** Sends lines as they are and answers everything that comes back until the server closes the connection. */
export async function rawRequest(baseUrl: string, lines: readonly string[]): Promise<string> {
  const socket = open(baseUrl);
  socket.write([lines[0], 'Host: test', ...lines.slice(1)].join('\r\n'));
  return readAll(socket);
}

/** Everything that comes until the other side closes, also when it resets the connection. */
export function readAll(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      resolve(text);
    });
  });
}
