import { createServer, type Server } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
import type Koa from 'koa';
import { type Config } from '../src/config';
import { RequestError } from '../src/domain/errors';
import { type Lifecycle } from './deps';
import { errorAnswer } from './error-body';
import { newRequestId } from './request-context';

/** Time for the headers of a request; a client that trickles them holds a socket no longer. */
const headersTimeoutMs = 10_000;
/** Longer than the idle time of usual load balancers (60 s), so that they, not we, close an idle connection. */
const keepAliveTimeoutMs = 65_000;
const headerBytesMax = 16 * 1024;
/** How often connections are looked at for a timeout, and closed while draining. */
const connectionsCheckMs = 1_000;
const drainCheckMs = 50;

/** A listening API. */
export interface ApiServer {
  port: number;
  /** Stops accepting, lets running requests finish for at most `DRAIN_TIMEOUT_MS`, then cuts what is left. */
  drain(): Promise<void>;
}

/**
 * Listens with every timeout set.
 *
 * @throws Error when the address is taken
 */
export async function startServer(app: Koa, config: Config, lifecycle: Lifecycle): Promise<ApiServer> {
  const server = createServer({
    requestTimeout: config.REQUEST_TIMEOUT_MS,
    headersTimeout: Math.min(headersTimeoutMs, config.REQUEST_TIMEOUT_MS),
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: connectionsCheckMs,
    maxHeaderSize: headerBytesMax,
  });
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));
  server.on('clientError', answerUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.PORT, config.HOST, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      lifecycle.draining = true;
      return drain(server, config.DRAIN_TIMEOUT_MS);
    },
  };
}

/** What Node could not read as HTTP still gets an answer of the usual form; the connection is of no more use. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request';
  const { status, body } = errorAnswer('v2', new RequestError(code), null);
  const text = JSON.stringify(body);
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\nX-Request-Id: ${newRequestId()}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, timeoutMs);
    // A connection whose last answer promised keep-alive would otherwise idle on until its time is over.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, drainCheckMs);
    server.close((error) => {
      clearTimeout(cut);
      clearInterval(sweep);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}
