import { type IncomingHttpHeaders } from 'node:http';
import { type OnTracedRun } from '../domain/platform/run-trace';

/** Outcome of a request. */
export interface RequestEnd {
  /** Method and path template of the route; null without a match. */
  route: { method: string; path: string } | null;
  status: number;
  /** Id in `X-Request-Id` and in the log. */
  requestId: string;
}

/** A request with an open span. */
export interface TracedRequest {
  /** Runs work whose spans become children of the request's span. */
  run<T>(work: () => T): T;
  /** Ends the span. Call it once, after the answer was sent. */
  end(end: RequestEnd): void;
}

/** Events of a MongoDB client about its commands, by the driver's names. */
export interface MongoCommands {
  /** Must be true before the client connects. */
  monitorCommands?: boolean;
  on(event: 'commandStarted', listener: (event: MongoCommandStarted) => void): unknown;
  on(event: 'commandSucceeded' | 'commandFailed', listener: (event: MongoCommandEnded) => void): unknown;
}

export interface MongoCommandStarted {
  requestId: number;
  commandName: string;
  databaseName: string;
  command: Readonly<Record<string, unknown>>;
}

export interface MongoCommandEnded {
  requestId: number;
  failure?: { code?: number | string | null };
}

/** Tracing of a program; never throws. */
export interface Traces {
  /** False without a configured receiver. */
  isOn: boolean;
  /** Begins the span of a request, in the trace of its headers if they have one. */
  beginRequest(headers: IncomingHttpHeaders): TracedRequest;
  /**
   * Records a span for each command of a client, in the trace of its caller. Call it before the client
   * connects.
   */
  watchMongo(client: MongoCommands): void;
  recordRun: OnTracedRun;
}

/** Tracing without a receiver. */
export const noTraces: Traces = {
  isOn: false,
  beginRequest: () => ({ run: (work) => work(), end: () => undefined }),
  watchMongo: () => undefined,
  recordRun: () => undefined,
};
