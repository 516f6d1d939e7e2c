import { type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { type Logger } from 'pino';

/**
 * Attributes of spans that may leave the program. None contains a body, a query, a text or a key of a caller.
 */
export const KEPT_ATTRIBUTES: ReadonlySet<string> = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'sheaf.request_id',
  'sheaf.outcome',
  'temporalWorkflowId',
  'temporalActivityId',
  'run_id',
  'db.system',
  'db.namespace',
  'db.operation.name',
  'db.collection.name',
  'db.response.status_code',
  'error.type',
  'server.address',
  'server.port',
]);

/**
 * Creates an exporter that removes what spans may reveal of customers: attributes that are not listed,
 * messages and stacks of errors. Logs when the receiver stops accepting spans, and when it accepts them
 * again.
 */
export function carefulExporter(inner: SpanExporter, log: Logger): SpanExporter {
  let isLost = false;
  return {
    export(spans, done) {
      inner.export(spans.map(carefulSpan), (result) => {
        const failed = result.error !== undefined;
        if (failed && !isLost) log.warn({ reason: result.error?.message }, 'traces are not received');
        if (!failed && isLost) log.info('traces are received again');
        isLost = failed;
        done(result);
      });
    },
    shutdown: () => inner.shutdown(),
  };
}

function carefulSpan(span: ReadableSpan): ReadableSpan {
  const kept = Object.entries(span.attributes).filter(([name]) => KEPT_ATTRIBUTES.has(name));
  const members = {
    attributes: Object.fromEntries(kept),
    events: [],
    links: [],
    status: { code: span.status.code },
  };
  // The other members of a span are getters of its class.
  return Object.create(
    span,
    Object.fromEntries(Object.entries(members).map(([name, value]) => [name, { value, enumerable: true }])),
  ) as ReadableSpan;
}
