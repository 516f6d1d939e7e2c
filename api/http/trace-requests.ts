import { type Traces } from '../../src/traces';
import { type ApiContext, type ApiNext } from './context';

/** Outermost middleware for traces, which gives each request a span. */
export function traceRequests(traces: Traces) {
  return async (ctx: ApiContext, next: ApiNext): Promise<void> => {
    const request = traces.beginRequest(ctx.req.headers);
    ctx.res.once('close', () => {
      const { route, requestId } = ctx.state;
      const matched = route === null ? null : { method: route.method.toUpperCase(), path: route.path };
      request.end({ route: matched, status: ctx.res.statusCode, requestId });
    });
    await request.run(next);
  };
}
