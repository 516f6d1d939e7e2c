import { type ParameterizedContext } from 'koa';
import { type Logger } from 'pino';
import { type LimitStanding } from './rate-limit-headers';
import { type Caller } from '../../src/domain/platform/caller';
import { type AnyRoute } from './route';

/** State of a request. The middlewares fill it in, from the outermost to the innermost. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Aborts when the client goes away or the request takes too long. */
  signal: AbortSignal;
  /** Null until a declared route has matched. */
  route: AnyRoute | null;
  /** Null on public routes and before the key was checked. */
  caller: Caller | null;
  /** Of the limits that have counted the request, the one with the fewest requests left; null before. */
  nearestLimit: LimitStanding | null;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiNext = () => Promise<void>;
