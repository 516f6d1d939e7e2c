import { type ClientOptions } from '@temporalio/client';
import { type WorkerOptions } from '@temporalio/worker';
import { type OnTracedRun } from '../domain/platform/run-trace';

/** Options with which clients and workers take part in traces. */
export interface TracedRuns {
  client: Pick<ClientOptions, 'interceptors'>;
  worker: {
    sinks: NonNullable<WorkerOptions['sinks']>;
    activity: NonNullable<NonNullable<WorkerOptions['interceptors']>['activity']>;
  };
}

/**
 * Options without tracing. Runs that were started with a trace still pass it on, since other workers may
 * trace.
 */
export const untracedRuns: TracedRuns = {
  client: {},
  worker: { sinks: sinksOf(() => undefined), activity: [] },
};

/**
 * Creates options that record a span for each call of a client that starts or signals a run, and for each
 * attempt of an activity.
 */
export async function openTracedRuns(recordRun: OnTracedRun): Promise<TracedRuns> {
  const { OpenTelemetryActivityInboundInterceptor, OpenTelemetryWorkflowClientInterceptor } =
    await import('@temporalio/interceptors-opentelemetry');
  return {
    client: { interceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } },
    worker: {
      sinks: sinksOf(recordRun),
      activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })],
    },
  };
}

function sinksOf(recordRun: OnTracedRun): NonNullable<WorkerOptions['sinks']> {
  return {
    traces: {
      recordRun: {
        fn: (_: unknown, run: Parameters<OnTracedRun>[0]) => {
          recordRun(run);
        },
        callDuringReplay: false,
      },
    },
  };
}
