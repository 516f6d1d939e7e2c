import { type ParameterizedContext } from 'koa';
import { type Logger } from 'pino';

import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute } from './route';

/** State of a request. The middlewares fill it in, from the outermost to the innermost. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Aborts when the client disconnects or the request times out. */
  signal: AbortSignal;
  /** Null before a declared route has matched. */
  route: AnyRoute | null;
  /** Null on public routes, and before the key is checked. */
  caller: Caller | null;
  /** The limit with the fewest requests left, of those that have counted the request; null before. */
  nearestLimit: LimitStanding | null;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiNext = () => Promise<void>;

/** Standing of a limit after a request. */
export interface LimitStanding {
  /** Printable ASCII without quotes and backslashes. */
  name: string;
  /** Requests per `seconds`. */
  count: number;
  seconds: number;
  /** Requests that are accepted at once; 0 when the limit has refused this one. */
  left: number;
  /** Milliseconds until the limit is unused again. */
  fullInMs: number;
}
