import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { listenAt } from '../needed-port';
import { createMetrics, type Metrics, noMetrics } from './metrics';

/** Time limit for the request of a scrape. */
const requestTimeoutMs = 10_000;

/** Metrics of a program. */
export interface OpenMetrics {
  metrics: Metrics;
  /** Port of `GET /metrics`; null without one. */
  port: number | null;
  close(): Promise<void>;
}

/**
 * Serves `GET /metrics` with the metrics of the table and of the process: event loop, heap, garbage
 * collection, files. A program without another port also answers the probes of orchestrators here: `GET
 * /health/live` with 200, `GET /health/ready` with 200 or 503.
 *
 * @param options.port 0 for a free one; undefined turns metrics off
 * @param options.isReady whether the program takes work now; without it there are no probes
 * @param options.variable variable of the port in the configuration
 * @throws Refusal when the address is in use
 */
export async function openMetrics({
  port,
  host,
  variable = 'METRICS_PORT',
  isReady,
}: {
  port: number | undefined;
  host: string;
  variable?: string;
  isReady?: () => boolean;
}): Promise<OpenMetrics> {
  if (port === undefined) return { metrics: noMetrics, port: null, close: () => Promise.resolve() };
  const registry = new Registry();
  const metrics = createMetrics(registry);
  const server = createServer({ requestTimeout: requestTimeoutMs }, (request, response) => {
    answer({ registry, isReady }, request, response).catch(() => response.destroy());
  });
  await listenAt(server, { variable, port, host });
  collectDefaultMetrics({ register: registry });
  return { metrics, port: (server.address() as AddressInfo).port, close: () => close(server) };
}

/** Sources of the answers of a metrics port. */
interface Answers {
  registry: Registry;
  isReady: (() => boolean) | undefined;
}

async function answer(
  { registry, isReady }: Answers,
  { method, url }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = ''] = (url ?? '').split('?');
  const isHealth = isReady !== undefined && ['/health/live', '/health/ready'].includes(path);
  if (path !== '/metrics' && !isHealth) response.writeHead(404).end();
  else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405).end();
  else if (isHealth) response.writeHead(path === '/health/live' || isReady() ? 200 : 503).end();
  else {
    const text = await registry.metrics();
    response.writeHead(200, { 'Content-Type': registry.contentType }).end(text);
  }
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
