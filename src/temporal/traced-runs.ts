import { type ClientOptions } from '@temporalio/client';
import { type WorkerOptions } from '@temporalio/worker';
import { type NoteTracedRun } from '../domain/platform/run-trace';

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
export async function openTracedRuns(noteRun: NoteTracedRun): Promise<TracedRuns> {
  const { OpenTelemetryActivityInboundInterceptor, OpenTelemetryWorkflowClientInterceptor } =
    await import('@temporalio/interceptors-opentelemetry');
  return {
    client: { interceptors: { workflow: [new OpenTelemetryWorkflowClientInterceptor()] } },
    worker: {
      sinks: sinksOf(noteRun),
      activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })],
    },
  };
}

function sinksOf(noteRun: NoteTracedRun): NonNullable<WorkerOptions['sinks']> {
  return {
    traces: {
      noteRun: {
        fn: (_: unknown, run: Parameters<NoteTracedRun>[0]) => {
          noteRun(run);
        },
        callDuringReplay: false,
      },
    },
  };
}
