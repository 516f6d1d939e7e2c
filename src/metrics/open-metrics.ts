import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createMetrics, type Metrics, noMetrics } from './metrics';

/** Time for a scrape to send its request. */
const requestTimeoutMs = 10_000;

/** Metrics of a program. */
export interface OpenMetrics {
  metrics: Metrics;
  /** Port of `GET /metrics`; null without one. */
  port: number | null;
  close(): Promise<void>;
}

/**
 * Answers `GET /metrics` with the metrics of the table, and those of the process: event loop, heap, garbage
 * collection, files.
 *
 * @param options.port 0 takes a free one; undefined measures nothing
 * @throws Error when the address is in use
 */
export async function openMetrics({
  port,
  host,
}: {
  port: number | undefined;
  host: string;
}): Promise<OpenMetrics> {
  if (port === undefined) return { metrics: noMetrics, port: null, close: () => Promise.resolve() };
  const registry = new Registry();
  const metrics = createMetrics(registry);
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer(registry, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  collectDefaultMetrics({ register: registry });
  return { metrics, port: (server.address() as AddressInfo).port, close: () => close(server) };
}

async function answer(
  registry: Registry,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path] = (url ?? '').split('?');
  const isRead = method === 'GET' || method === 'HEAD';
  if (path !== '/metrics' || !isRead) {
    response.writeHead(path === '/metrics' ? 405 : 404).end();
    return;
  }
  const text = await registry.metrics();
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
