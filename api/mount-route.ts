import { Readable } from 'node:stream';
import { type Router } from '@koa/router';
import { type ApiContext, type ApiState } from './context';
import { type AnyRoute, type Caller, type RouteReply } from './route';
import { readRouteInput } from './route-input';

/** What stands between a request and its handler, made once for all routes. */
export interface Gate {
  /** @throws RequestError `invalid_api_key`, `permission_denied` */
  authenticate(ctx: ApiContext, access: AnyRoute['access']): Promise<Caller | null>;
}

/** Adds one declared route to the router: key, limits, input, idempotency, handler, answer, in this order. */
export function mountRoute(router: Router<ApiState>, route: AnyRoute, gate: Gate): void {
  router[route.method](route.path, async (ctx) => {
    ctx.state.route = route;
    ctx.state.caller = await gate.authenticate(ctx, route.access);
    const input = await readRouteInput(route, ctx, ctx.params);
    const { requestId, log, signal } = ctx.state;
    const reply = await route.handle({
      ...input,
      // Null on public routes only, whose handlers have no use for it.
      caller: ctx.state.caller!,
      requestId,
      newId: '',
      log,
      signal,
      ctx: ctx,
    });
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
