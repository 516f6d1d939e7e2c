import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';
import type Koa from 'koa';
import { type Config } from '../../src/config';
import { type FrameworkErrorCode } from '../../src/domain/platform/errors';
import { listenAt } from '../../src/needed-port';
import { newRequestId } from '../../src/request-id';
import { type Connections, watchConnections } from './connections';
import { type Lifecycle } from '../../src/services/deps';
import { errorAnswer } from './error-answer';
import { type Family } from './family';
import { Refusal } from '../../src/domain/platform/refusal';

/** Longest time for the headers of a request; bounds how long a slow client holds a socket. */
const headersTimeoutMs = 10_000;
/**
 * Longer than the idle timeout of common load balancers (60 s), so that they close idle connections first.
 */
const keepAliveTimeoutMs = 65_000;
const headerBytesMax = 16 * 1024;
/** Interval between checks of connections for timeouts. */
const connectionsCheckMs = 1_000;

/** Divisor of the time for draining, after which idle connections are closed: 2 s by default. */
const idleShare = 10;

/** A running API server. */
export interface ApiServer {
  port: number;
  /**
   * Stops accepting, waits at most `DRAIN_TIMEOUT_MS` for running requests, then closes the remaining
   * connections. Idle ones close after a tenth of that time, so that a request on its way is still answered.
   */
  drain(): Promise<void>;
}

/**
 * Starts a server with all timeouts set.
 *
 * @param family writes the answer to a request that is not valid HTTP
 * @throws Refusal when the address is in use
 */
export async function startServer(
  app: Koa,
  config: Config,
  lifecycle: Lifecycle,
  family: Family,
): Promise<ApiServer> {
  const server = createServer({
    // The deadline of the request is earlier; this one only closes the connection.
    requestTimeout: config.REQUEST_TIMEOUT_MS + 2 * headersTimeoutMs,
    headersTimeout: Math.min(headersTimeoutMs, config.REQUEST_TIMEOUT_MS),
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckMs,
    maxHeaderSize: headerBytesMax,
    // Node's own refusal has no body and no request id.
    requireHostHeader: false,
  });
  const connections = watchConnections(server);
  const handle = app.callback();
  server.on('request', (request, response) => {
    if (hasHost(request) && readTarget(request)) void handle(request, response);
    else answerUnreadable(family, undefined, request.socket);
  });
  // Without this listener Node would ask for every body, even if its request is refused for key or size.
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    server.emit('request', request, response);
  });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Socket) => {
    // A connection with a partly sent answer cannot carry another one.
    if (code === 'ECONNRESET' || !socket.writable || connections.isBusy(socket)) socket.destroy();
    else answerUnreadable(family, code, socket);
  });
  await listenAt(server, { variable: 'PORT', port: config.PORT, host: config.HOST });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      lifecycle.draining = true;
      return drain(server, connections, config.DRAIN_TIMEOUT_MS);
    },
  };
}

/** Whether a request has a `Host` header, which HTTP/1.1 requires. */
function hasHost({ headers, httpVersion }: IncomingMessage): boolean {
  return headers.host !== undefined || httpVersion !== '1.1';
}

/** Replaces an absolute request target by its path; false for an invalid target, on which Koa would fail. */
function readTarget(request: IncomingMessage): boolean {
  const target = request.url ?? '';
  if (target.startsWith('/')) return true;
  if (!URL.canParse(target)) return false;
  const { pathname, search } = new URL(target);
  request.url = pathname + search;
  return true;
}

/** Answers a request that is not valid HTTP, in the form of the family, and closes the connection. */
function answerUnreadable(family: Family, errorCode: string | undefined, socket: Socket): void {
  const code = unreadable[errorCode ?? ''] ?? 'malformed_request';
  const { status, body } = errorAnswer(family, new Refusal(code), null);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\nX-Request-Id: ${newRequestId()}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

const unreadable: Record<string, FrameworkErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

function drain(server: Server, connections: Connections, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, timeoutMs);
    // The server's own close() resets idle connections, together with requests that are on their way.
    NetServer.prototype.close.call(server, (error) => {
      clearTimeout(cut);
      if (error === undefined) resolve();
      else reject(error);
    });
    connections.closeWhenIdle(timeoutMs / idleShare);
  });
}
