import Router from '@koa/router';
import Koa from 'koa';
import { answerErrors } from './http/answer-errors';
import { createAuthenticator } from './http/authenticate';
import { compressJson } from './http/compress-json';
import { type ApiContext, type ApiState } from './http/context';
import { findCaller } from './callers';
import { type ApiDeps } from './deps';
import { type Gate, mountRoute } from './http/mount-route';
import { openRequestRecord } from './products/audit/request-audit';
import { createTokenBuckets } from './http/token-buckets';
import { heedDeadline, requestContext } from './http/request-context';
import { parseNetworks } from '../src/net';
import { Refusal } from '../src/domain/platform/refusal';
import { type AnyRoute } from './http/route';
import { traceRequests } from './http/trace-requests';
import { allRoutes, familyOfPath } from './routes';

/** Time for which browsers cache the answer to a preflight request. */
const preflightSeconds = 7_200;

/**
 * Creates the HTTP application with all declared routes. Requests that match no route are refused in the same
 * way.
 *
 * @param routes default: all routes of the service
 */
export function createApp(deps: ApiDeps, routes: readonly AnyRoute[] = allRoutes(deps)): Koa {
  const { config, stores, log, metrics, monotonicMs } = deps;
  const app = new Koa<ApiState>();
  const router = new Router<ApiState>({ strict: true, sensitive: true });
  const proxies = parseNetworks('TRUSTED_PROXY_CIDRS', config.TRUSTED_PROXY_CIDRS);
  const gate: Gate = {
    authenticate: createAuthenticator((text) => findCaller(deps, text), { ...deps, proxies }),
    buckets: createTokenBuckets(stores.rateLimits, monotonicMs),
    idempotency: stores.idempotency,
    sealer: deps.sealer,
    config,
    audit: (request) => openRequestRecord({ ...deps, proxies }, request),
    metrics,
  };
  for (const route of routes) mountRoute(router, route, gate);

  if (deps.traces.isOn) app.use(traceRequests(deps.traces));
  app.use(requestContext(deps));
  app.use(compressJson());
  app.use(answerErrors(familyOfPath, metrics));
  app.use(heedDeadline);
  app.use(router.routes());
  app.use((ctx) => {
    refuseUnmatched(router, ctx);
  });
  app.on('error', (error: unknown, ctx?: ApiContext) => {
    (ctx?.state.log ?? log).warn({ err: error }, 'the answer broke off');
    if (ctx?.headerSent === true) ctx.res.destroy();
  });
  return app;
}

/**
 * Headers of the answer to a preflight request. It carries no key, so that every origin is allowed here; the
 * request itself is checked against the origins of its key.
 */
function preflightHeaders(allow: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Operator',
    'Access-Control-Max-Age': `${preflightSeconds}`,
  };
}

/**
 * Refuses a request that matches no route: 404, or 405 when the path has other methods.
 * OPTIONS answers those methods.
 */
function refuseUnmatched(router: Router<ApiState>, ctx: ApiContext): void {
  const layers = router.match(ctx.path, ctx.method).path;
  const methods = [...new Set(layers.flatMap((layer) => layer.methods))];
  if (methods.length === 0) throw new Refusal('route_not_found');
  const allow = [...methods, 'OPTIONS'].sort().join(', ');
  const isPreflight = ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '';
  if (isPreflight && familyOfPath(ctx.path).admit !== undefined) ctx.set(preflightHeaders(allow));
  if (ctx.method !== 'OPTIONS') {
    const message = `The route does not take ${ctx.method}; it takes ${methods.sort().join(', ')}.`;
    throw new Refusal('method_not_allowed', { headers: { Allow: allow }, message });
  }
  ctx.body = null;
  ctx.set('Allow', allow);
}
