import {
  trace,
  SpanKind,
  SpanStatusCode,
  context,
  propagation,
  ROOT_CONTEXT,
  type Tracer,
} from '@opentelemetry/api';
import { type Logger } from 'pino';
import { carefulExporter } from './careful-exporter';
import { traceMongo } from './trace-mongo';
import { noTraces, type Traces, type TracedRequest } from './traces';
import { type IResource } from '@opentelemetry/resources';
import { type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { type TracedRun } from '../domain/platform/run-trace';
import { type IncomingHttpHeaders } from 'node:http';

/** Time limit for the export of one batch, retries included; also the longest wait of a stop. */
const exportTimeoutMs = 5_000;

/** Traces of a program. */
export interface OpenTraces {
  traces: Traces;
  /** Exports the remaining spans, for five seconds at most. */
  close: () => Promise<void>;
}

/**
 * Exports spans of this process by OTLP over HTTP. The SDK reads all settings but the switch from the
 * environment: address, headers, sampler, name and attributes of the service.
 *
 * @param options.endpoint `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined turns tracing off and loads nothing
 * @param options.program name of the service, unless the environment has one
 */
export async function openTraces({
  endpoint,
  program,
  log,
}: {
  endpoint: string | undefined;
  program: string;
  log: Logger;
}): Promise<OpenTraces> {
  if (endpoint === undefined) return { traces: noTraces, close: () => Promise.resolve() };
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
    ]);
  const { detectResourcesSync, envDetectorSync, Resource } = await import('@opentelemetry/resources');
  const { BasicTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-base');

  const resource = Resource.default()
    .merge(new Resource({ 'service.name': `sheaf-${program}` }))
    .merge(detectResourcesSync({ detectors: [envDetectorSync] }));
  const exporter = carefulExporter(new OTLPTraceExporter({ timeoutMillis: exportTimeoutMs }), log);
  const processor = new BatchSpanProcessor(exporter, { exportTimeoutMillis: exportTimeoutMs });
  const provider = new BasicTracerProvider({ resource, spanProcessors: [processor] });
  provider.register({
    contextManager: new AsyncLocalStorageContextManager().enable(),
    // Baggage of callers is not propagated, since it would end up in histories.
    propagator: new W3CTraceContextPropagator(),
  });
  const tracer = trace.getTracer('sheaf');
  return {
    traces: {
      isOn: true,
      beginRequest: (headers) => traceRequest(headers, tracer),
      watchMongo: (client) => {
        traceMongo(client, tracer);
      },
      recordRun: (run) => {
        processor.onEnd(spanOfRun(run, resource));
      },
    },
    // Failed exports have been logged.
    close: () => provider.shutdown().catch(() => undefined),
  };
}

const sampled = 1;

/** The span of an ended run, as its worker reports it. */
function spanOfRun(run: TracedRun, resource: IResource): ReadableSpan {
  const { parent, spanId, workflowType, workflowId, startedMs, endedMs, outcome } = run;
  const { traceId } = parent;
  return {
    name: `RunWorkflow:${workflowType}`,
    kind: SpanKind.INTERNAL,
    spanContext: () => ({ traceId, spanId, traceFlags: sampled }),
    parentSpanId: parent.spanId,
    startTime: timeOf(startedMs),
    endTime: timeOf(endedMs),
    duration: timeOf(Math.max(0, endedMs - startedMs)),
    status: { code: outcome === 'failed' ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes: { temporalWorkflowId: workflowId, 'sheaf.outcome': outcome },
    links: [],
    events: [],
    ended: true,
    resource,
    instrumentationLibrary: { name: 'sheaf' },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** Whole seconds, and the remaining nanoseconds. */
function timeOf(ms: number): [number, number] {
  return [Math.floor(ms / 1_000), Math.round((ms % 1_000) * 1e6)];
}

const serverErrorMin = 500;

/** Begins the span of a request. It gets the route as its name at the end, when the route is known. */
function traceRequest(headers: IncomingHttpHeaders, tracer: Tracer): TracedRequest {
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
