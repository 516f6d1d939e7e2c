import { defaultPayloadConverter, type Headers } from '@temporalio/common';
import {
  ContinueAsNew,
  proxySinks,
  type Sinks,
  workflowInfo,
  type WorkflowInterceptors,
} from '@temporalio/workflow';
import {
  type NoteTracedRun,
  readTraceParent,
  spanIdOfRun,
  type TraceCarrier,
  traceHeader,
  type TracedRun,
} from '../src/domain/platform/run-trace';

/** Where workers are told of traced runs. */
interface TraceSinks extends Sinks {
  traces: { noteRun: NoteTracedRun };
}

/**
 * Hands the trace of a run on to its activities, its children and its continuation, and notes the run when it
 * ends. A run without a trace is left alone.
 *
 * Every call continues at once and its promise is handed through: with and without a trace a workflow takes
 * the same steps in the same order, so that a run may begin on one worker and continue at another.
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
            noteEnd(ended, { parent, spanId, workflowType, workflowId, startedMs: runStartTime.getTime() });
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

/** Notes the end of a run, in a branch of its own: what follows the end does not wait for it. */
function noteEnd(ended: Promise<unknown>, run: Omit<TracedRun, 'endedMs' | 'outcome'>): void {
  const { traces } = proxySinks<TraceSinks>();
  const note = (outcome: TracedRun['outcome']) => {
    traces.noteRun({ ...run, endedMs: Date.now(), outcome });
  };
  ended.then(
    () => {
      note('completed');
    },
    (error: unknown) => {
      note(error instanceof ContinueAsNew ? 'continued' : 'failed');
    },
  );
}
