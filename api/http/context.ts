import { type ParameterizedContext } from 'koa';
import { type Logger } from 'pino';
import { type AnyRoute, type Caller } from './route';

/** What the framework knows of a request, filled in from the outside to the inside. */
export interface ApiState {
  requestId: string;
  log: Logger;
  /** Aborts when the client goes away or the request takes too long. */
  signal: AbortSignal;
  /** Null until a declared route matched. */
  route: AnyRoute | null;
  /** Null on public routes and before the key was checked. */
  caller: Caller | null;
}

export type ApiContext = ParameterizedContext<ApiState>;
export type ApiNext = () => Promise<void>;
