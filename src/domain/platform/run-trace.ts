/** Header in which a trace goes from the start of a run to it, and on to its activities. */
export const traceHeader = '_tracer-data';

/** Trace that a span belongs to, as W3C Trace Context writes it. */
export interface TraceCarrier {
  traceparent: string;
  tracestate?: string;
}

/** A `traceparent`, taken apart. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Two hexadecimal digits. */
  flags: string;
  /** Whether its spans are recorded. */
  isSampled: boolean;
}

/** A run of a workflow that has ended. */
export interface TracedRun {
  /** What has started it. */
  parent: TraceParent;
  spanId: string;
  workflowType: string;
  workflowId: string;
  startedMs: number;
  endedMs: number;
  outcome: 'completed' | 'failed' | 'continued';
}

/** Is told of each traced run that ends, at least once. */
export type NoteTracedRun = (run: TracedRun) => void;

/** The parts of a `traceparent`; undefined where it is none. */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string') return undefined;
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/**
 * Span id of a run: digits of its run id, which is random there. The same at each replay, with no random
 * number of the workflow's own.
 */
export function spanIdOfRun(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}
