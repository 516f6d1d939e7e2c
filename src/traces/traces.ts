import { type IncomingHttpHeaders } from 'node:http';
import { type NoteTracedRun } from '../domain/platform/run-trace';

/** How a request was answered. */
export interface RequestEnd {
  /** Template of the route with its method; null where none matched. */
  route: { method: string; path: string } | null;
  status: number;
  /** As in `X-Request-Id` and in the log. */
  requestId: string;
}

/** A request that is under way. */
export interface TracedRequest {
  /** Runs work whose spans belong to the request. */
  run<T>(work: () => T): T;
  /** To be called once, when the answer has gone. */
  end(end: RequestEnd): void;
}

/** The events of a MongoDB client that tell of its commands, as the driver names them. */
export interface MongoCommands {
  /** Has to be true before it connects. */
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

/** Takes part in traces; never throws. */
export interface Traces {
  /** False where no receiver is configured. */
  isOn: boolean;
  /** Begins the span of a request, in the trace that its headers name, if they do. */
  beginRequest(headers: IncomingHttpHeaders): TracedRequest;
  /** A span for each command of a client that is not connected yet, in the trace of what has sent it. */
  watchMongo(client: MongoCommands): void;
  noteRun: NoteTracedRun;
}

/** Traces without a receiver. */
export const noTraces: Traces = {
  isOn: false,
  beginRequest: () => ({ run: (work) => work(), end: () => undefined }),
  watchMongo: () => undefined,
  noteRun: () => undefined,
};
