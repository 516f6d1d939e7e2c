import { randomBytes } from 'node:crypto';
import { type Logger } from 'pino';
import { type ApiContext, type ApiNext } from '../context';
import { type Lifecycle } from '../deps';

/** Answers are for the caller alone and never for a browser to interpret; pages set their own policy. */
const securityHeaders = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/** Form `req_<unix seconds>_<8 hex>`. */
export function newRequestId(): string {
  return `req_${Math.floor(Date.now() / 1000)}_${randomBytes(4).toString('hex')}`;
}

/**
 * Outermost: gives every request its id, its log and its abort signal, and writes one log line when the answer is out. The
 * line names the route's pattern, never the path, the query, a header or a body: those hold capabilities.
 */
export function requestContext(log: Logger, lifecycle: Lifecycle) {
  return async (ctx: ApiContext, next: ApiNext): Promise<void> => {
    const startedMs = performance.now();
    const requestId = newRequestId();
    const gone = new AbortController();
    ctx.state.requestId = requestId;
    ctx.state.log = log.child({ request_id: requestId });
    ctx.state.signal = gone.signal;
    ctx.state.route = null;
    ctx.state.caller = null;
    ctx.set({ 'X-Request-Id': requestId, ...securityHeaders });

    ctx.res.once('close', () => {
      const finished = ctx.res.writableFinished;
      if (!finished) gone.abort(new Error('the client went away'));
      const { route, caller } = ctx.state;
      ctx.state.log.info({
        method: ctx.method,
        route: route?.path ?? null,
        status: ctx.res.statusCode,
        ms: Math.round(performance.now() - startedMs),
        ...(caller === null ? {} : { organization_id: caller.organizationId, key_id: caller.keyId }),
        ...(finished ? {} : { aborted: true }),
      });
    });

    await next();
    if (lifecycle.draining) ctx.set('Connection', 'close');
  };
}
