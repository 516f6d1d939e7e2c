import { fileBytesMax } from '../../src/domain/platform/limits';
import { type Metrics } from '../../src/metrics';
import { newRequestId } from '../../src/request-id';
import { type ApiContext, type ApiNext } from './context';
import { Refusal } from '../../src/domain/platform/refusal';
import { type ApiDeps } from '../deps';

/**
 * Headers of every answer: it is for the caller only, and browsers must not interpret
 * it. Pages set their own policy.
 */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Limits for reading and dropping a refused body after the answer: bytes and time. Closing at once would
 * reset the connection, and a client that reads only after it has sent everything would never see the answer.
 */
const unreadBodyBytesMax = fileBytesMax;
const unreadBodyGraceMs = 60_000;
const unreadBodyCheckMs = 100;

/**
 * The outermost middleware. It gives each request an id, a log and an abort signal, and after the answer
 * measures the request and writes one log line. The line contains the pattern of the route, never path,
 * query, headers or body, which may hold capabilities.
 */
export function requestContext({
  config,
  log,
  lifecycle,
  metrics,
}: Pick<ApiDeps, 'config' | 'log' | 'lifecycle' | 'metrics'>) {
  return async (ctx: ApiContext, next: ApiNext): Promise<void> => {
    const startedMs = performance.now();
    const requestId = newRequestId();
    const stop = new AbortController();
    ctx.state = {
      requestId,
      log: log.child({ request_id: requestId }),
      signal: stop.signal,
      route: null,
      caller: null,
      nearestLimit: null,
    };
    ctx.set({ 'X-Request-Id': requestId, ...securityHeaders });

    const deadline = setTimeout(() => {
      // A client that has not sent all of its body has caused the delay itself.
      stop.abort(new Refusal(ctx.req.complete ? 'answer_timeout' : 'request_timeout'));
      if (ctx.headerSent) ctx.res.destroy();
    }, config.REQUEST_TIMEOUT_MS);
    ctx.res.once('close', () => {
      clearTimeout(deadline);
      if (!ctx.res.writableFinished) stop.abort(new Error('the client went away'));
      const ms = performance.now() - startedMs;
      logRequest(ctx, ms);
      measureRequest(metrics, ctx, ms);
      dropUnreadBody(ctx);
    });

    await next();
    if (lifecycle.draining) ctx.set('Connection', 'close');
  };
}

/** Middleware that ends a request at its deadline, even if the handler ignores the signal. */
export async function heedDeadline(ctx: ApiContext, next: ApiNext): Promise<void> {
  const { signal, log } = ctx.state;
  const overdue = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => {
      if (signal.reason instanceof Refusal) reject(signal.reason);
    });
  });
  const work = next();
  work.catch((err: unknown) => {
    if (signal.reason instanceof Refusal && err !== signal.reason)
      log.warn({ err }, 'failed after its deadline');
  });
  await Promise.race([work, overdue]);
}

function logRequest({ state, method, res }: ApiContext, ms: number): void {
  const { route, caller, log } = state;
  log.info({
    method,
    route: route?.path ?? null,
    status: res.statusCode,
    ms: Math.round(ms),
    ...(caller === null ? {} : { organization_id: caller.organizationId, key_id: caller.keyId }),
    ...(res.writableFinished ? {} : { aborted: true }),
  });
}

/** Requests that match no route share one label, since their methods and paths are arbitrary. */
function measureRequest(metrics: Metrics, { state: { route }, res }: ApiContext, ms: number): void {
  const labels = { method: route?.method.toUpperCase() ?? 'none', route: route?.path ?? 'none' };
  const status = res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted';
  metrics.count('httpRequests', { ...labels, status });
  metrics.observeMs('httpSeconds', labels, ms);
}

function dropUnreadBody({ req }: ApiContext): void {
  const { socket } = req;
  if (req.complete || socket.destroyed) return;
  const byteLimit = socket.bytesRead + unreadBodyBytesMax;
  const untilMs = performance.now() + unreadBodyGraceMs;
  const watch = setInterval(() => {
    if (socket.bytesRead > byteLimit || performance.now() > untilMs) socket.destroy();
    if (req.complete || socket.destroyed) clearInterval(watch);
  }, unreadBodyCheckMs);
  req.resume();
}
