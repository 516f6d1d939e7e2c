import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { type Metrics } from '../../src/metrics';
import { askRoute } from './ask-route';
import { type createAuthenticator } from './authenticate';
import { type ApiContext, type ApiState } from './context';
import { answerOnce, type IdempotencyDeps, type ReservedIds } from './idempotency';
import { countRequest, type RateLimitDeps } from './rate-limits';
import { audited, type AuditedRequest, type RequestAudit, type RequestRecord } from './request-audit';
import { type AnyRoute, type RouteReply } from './route';
import { readRouteInput } from './route-input';

/** Dependencies of the checks between a request and its handler, created once for all routes. */
export interface Gate extends RateLimitDeps, IdempotencyDeps {
  authenticate: ReturnType<typeof createAuthenticator>;
  audit: RequestAudit;
  metrics: Metrics;
}

const notIdempotent: ReservedIds = { newId: '', reservedId: null, repeated: false };

/**
 * Adds a declared route to the router. The order is key, limits, input, idempotency, handler, record, answer.
 */
export function mountRoute(router: Router<ApiState>, route: AnyRoute, gate: Gate): void {
  router[route.method](route.path, async (ctx) => {
    const { requestId, log } = ctx.state;
    ctx.state.route = route;
    const { params } = ctx;
    const request: AuditedRequest = { route, caller: null, params, body: undefined, requestId, log, ctx };
    send(ctx, await audited(gate.audit, request, (record) => answer(ctx, request, record, gate)));
  });
}

/** The answer to a request, through all checks of its route. */
async function answer(
  ctx: ApiContext & { params: Record<string, string> },
  audit: AuditedRequest,
  record: Pick<RequestRecord, 'admit'>,
  gate: Gate,
): Promise<RouteReply> {
  const { state } = ctx;
  const { route } = audit;
  await gate.authenticate(ctx, route, (known) => {
    state.caller = known;
    audit.caller = known;
  });
  if (state.caller !== null) {
    await countRequest(gate, ctx, state.caller, route);
    await route.admit?.(state.caller);
  }
  await record.admit();
  // If the client has disconnected in the meantime, a reader that starts now gets no event.
  state.signal.throwIfAborted();
  const { params, query, ...input } = await readRouteInput(route, ctx, ctx.params);
  audit.body = input.body;
  // Null only on public routes, whose handlers do not use it.
  const caller = state.caller!;
  const { requestId, log, signal } = state;
  const received = await route.receive?.({ params, query, caller, ctx, signal, log });
  const body: unknown = received === undefined ? input.body : received.body;
  const { rawBody: sentBody } = input;
  const rawBody = received === undefined ? sentBody : received.fingerprint;
  const outcome = { handled: false };
  const attempt = async (ids: ReservedIds) => {
    const request = { params, query, body, sentBody, caller, requestId, ...ids, log, signal, ctx };
    const reply = await route.handle({ ...request, ask: (...asked) => askRoute(gate, request, ...asked) });
    outcome.handled = true;
    return reply;
  };
  try {
    return route.idempotent === undefined
      ? await attempt(notIdempotent)
      : await answerOnce(gate, ctx, { route, caller, rawBody }, attempt);
  } finally {
    if (!outcome.handled) await received?.discard();
  }
}

function send(ctx: ApiContext, { status, body, headers = {} }: RouteReply): void {
  if (body === undefined) {
    ctx.body = null;
  } else if (body instanceof Readable || Buffer.isBuffer(body)) {
    ctx.body = body;
  } else {
    ctx.body = JSON.stringify(body);
    ctx.set('Content-Type', 'application/json; charset=utf-8');
  }
  ctx.status = status;
  ctx.set(headers);
}
