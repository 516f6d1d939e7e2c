import { type IncomingHttpHeaders } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';
import { type TracedRequest } from './traces';

const serverErrorMin = 500;

/** Begins the span of a request. It gets the route as its name at the end, when the route is known. */
export function traceRequest(headers: IncomingHttpHeaders, tracer: Tracer): TracedRequest {
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  const span = tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, caller);
  const within = trace.setSpan(caller, span);
  return {
    run: (work) => context.with(within, work),
    end({ route, status, requestId }) {
      if (route !== null) {
        span.updateName(`${route.method} ${route.path}`);
        span.setAttributes({ 'http.request.method': route.method, 'http.route': route.path });
      }
      span.setAttributes({ 'http.response.status_code': status, 'sheaf.request_id': requestId });
      if (status >= serverErrorMin) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
