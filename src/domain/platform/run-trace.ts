/** Header that carries a trace from the start of a run to the run and its activities. */
export const traceHeader = '_tracer-data';

/** Parent of a span, in W3C Trace Context. */
export interface TraceCarrier {
  traceparent: string;
  tracestate?: string;
}

/** The parsed parts of a `traceparent`. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  /** Two hexadecimal digits. */
  flags: string;
  isSampled: boolean;
}

/** A workflow run that has ended, as its span needs it. */
export interface TracedRun {
  /** Span that started the run. */
  parent: TraceParent;
  spanId: string;
  workflowType: string;
  workflowId: string;
  startedMs: number;
  endedMs: number;
  outcome: 'completed' | 'failed' | 'continued';
}

/** Receives each traced run that ends, at least once. */
export type OnTracedRun = (run: TracedRun) => void;

/** Parses a `traceparent`; undefined for an invalid one. */
export function readTraceParent(text: unknown): TraceParent | undefined {
  if (typeof text !== 'string') return undefined;
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  return { traceId, spanId, flags, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Span id of a run: digits of its run id, which is random already. Replays give the same id. */
export function spanIdOfRun(runId: string): string {
  return runId.replaceAll('-', '').slice(-16);
}
