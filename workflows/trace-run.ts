import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
  ContinueAsNew,
  proxySinks,
  type Sinks,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import {
  type OnTracedRun,
  readTraceParent,
  spanIdOfRun,
  type TraceCarrier,
  traceHeader,
  type TracedRun,
} from '../src/domain/platform/run-trace';

/** Sinks by which workflow code passes traced runs to the worker. */
interface TraceSinks extends Sinks {
  traces: { recordRun: OnTracedRun };
}

/**
 * Passes the trace of a run to its activities, its children and its continuation, and reports the run when it
 * ends. Runs without a trace are not reported.
 *
 * The interceptors add no await: with and without a trace a workflow takes the same steps in the same order,
 * so that a run may begin on one worker and continue on another.
 */
export function interceptors(): WorkflowInterceptors {
  let ownHeader: Headers = {};
  const handOn = <T extends { headers: Headers }>(input: T): T => ({
    ...input,
    headers: { ...input.headers, ...ownHeader },
  });
  return {
    inbound: [
      {
        execute(input, next) {
          const carrier = readCarrier(input.headers);
          const parent = readTraceParent(carrier?.traceparent);
          if (carrier === undefined || parent === undefined) return next(input);
          const { runId, workflowType, workflowId, runStartTime } = workflowInfo();
          const spanId = spanIdOfRun(runId);
          const traceparent = `00-${parent.traceId}-${spanId}-${parent.flags}`;
          ownHeader = { [traceHeader]: defaultPayloadConverter.toPayload({ ...carrier, traceparent }) };
          const ended = next(input);
          if (parent.isSampled)
            recordEnd(ended, { parent, spanId, workflowType, workflowId, startedMs: runStartTime.getTime() });
          return ended;
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => next(handOn(input)),
        scheduleLocalActivity: (input, next) => next(handOn(input)),
        startChildWorkflowExecution: (input, next) => next(handOn(input)),
        continueAsNew: (input, next) => next(handOn(input)),
      },
    ],
  };
}

function readCarrier({ [traceHeader]: payload }: Headers): TraceCarrier | undefined {
  return payload === undefined ? undefined : defaultPayloadConverter.fromPayload<TraceCarrier>(payload);
}

/** Reports the end of a run without making the run wait for it. */
function recordEnd(ended: Promise<unknown>, run: Omit<TracedRun, 'endedMs' | 'outcome'>): void {
  const { traces } = proxySinks<TraceSinks>();
  const record = (outcome: TracedRun['outcome']) => {
    traces.recordRun({ ...run, endedMs: Date.now(), outcome });
  };
  ended.then(
    () => {
      record('completed');
    },
    (error: unknown) => {
      record(error instanceof ContinueAsNew ? 'continued' : 'failed');
    },
  );
}
