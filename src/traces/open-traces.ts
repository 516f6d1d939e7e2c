import { trace } from '@opentelemetry/api';
import { type Logger } from 'pino';
import { carefulExporter } from './careful-exporter';
import { spanOfRun } from './span-of-run';
import { traceMongo } from './trace-mongo';
import { traceRequest } from './trace-request';
import { noTraces, type Traces } from './traces';

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
