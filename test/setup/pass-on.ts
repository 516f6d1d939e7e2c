import { type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * Hands a request to the server behind and its answer back, both as they are; one that breaks off breaks off
 * the other.
 */
export function passOn(incoming: IncomingMessage, response: ServerResponse, target: string): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const { hostname, port } = new URL(target);
  const outgoing = request({ hostname, port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  outgoing.on('error', () => response.destroy());
  response.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}
