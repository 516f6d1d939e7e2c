import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import type Koa from 'koa';
import { type Config } from '../src/config';
import { type Lifecycle } from './deps';

/** Time for the headers of a request; a client that trickles them holds a socket no longer. */
const headersTimeoutMs = 10_000;
/** Longer than the idle time of usual load balancers (60 s), so that they, not we, close an idle connection. */
const keepAliveTimeoutMs = 65_000;
const headerBytesMax = 16 * 1024;
const idleSweepMs = 50;

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
    connectionsCheckingInterval: 1_000,
    maxHeaderSize: headerBytesMax,
  });
  const handle = app.callback();
  server.on('request', (request, response) => void handle(request, response));
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

function drain(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const cut = setTimeout(() => {
      server.closeAllConnections();
    }, timeoutMs);
    // A connection whose answer went out before the drain began idles on until the keep-alive time unless told.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, idleSweepMs);
    server.close((error) => {
      clearTimeout(cut);
      clearInterval(sweep);
      if (error === undefined) resolve();
      else reject(error);
    });
  });
}
