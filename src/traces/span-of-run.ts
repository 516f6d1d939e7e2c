import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { type IResource } from '@opentelemetry/resources';
import { type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { type TracedRun } from '../domain/platform/run-trace';

const sampled = 1;

/** The span of an ended run, as its worker reports it. */
export function spanOfRun(run: TracedRun, resource: IResource): ReadableSpan {
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
