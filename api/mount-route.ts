import { Readable } from 'node:stream';
import type Router from '@koa/router';
import { type createAuthenticator } from './authenticate';
import { type ApiContext, type ApiState } from './context';
import { type createIdempotency } from './idempotency';
import { type createLimits } from './limits';
import { type AnyRoute, type RouteReply } from './route';
import { readRouteInput } from './route-input';

/** What stands between a request and its handler, made once for all routes. */
export interface Gate {
  authenticate: ReturnType<typeof createAuthenticator>;
  limit: ReturnType<typeof createLimits>;
  idempotently: ReturnType<typeof createIdempotency>;
}

/** Adds one declared route to the router: key, limits, input, idempotency, handler, answer, in this order. */
export function mountRoute(router: Router<ApiState>, route: AnyRoute, gate: Gate): void {
  router[route.method](route.path, async (ctx) => {
    const { state } = ctx;
    state.route = route;
    state.caller = await gate.authenticate(ctx, route.access);
    if (state.caller !== null) await gate.limit(state.caller);
    // A client that went away meanwhile sends no event any more to whoever starts to read its body now.
    state.signal.throwIfAborted();
    const { params, query, body, rawBody } = await readRouteInput(route, ctx, ctx.params);
    const attempt = (made: { newId: string; repeated: boolean }) => {
      // Null on public routes only, whose handlers have no use for it.
      const caller = state.caller!;
      const { requestId, log, signal } = state;
      return route.handle({ params, query, body, caller, requestId, ...made, log, signal, ctx });
    };
    const reply =
      route.idempotent === undefined
        ? await attempt({ newId: '', repeated: false })
        : await gate.idempotently(ctx, route, state.caller!, rawBody, attempt);
    send(ctx, reply);
  });
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
