import { type Context } from 'koa';
import { type Logger } from 'pino';
import { type z } from 'zod';
import { type Caller } from '../../src/domain/platform/caller';
import { type Family } from './family';

/** A validated request: input, caller (null on public routes), request id, log and abort signal. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The JSON body as it was sent, before defaults; undefined without a body. */
  sentBody: unknown;
  caller: Caller;
  requestId: string;
  /**
   * Id for the resource that an idempotent POST creates, reserved together with the `Idempotency-Key`. A
   * request that continues after a crash gets the same id. Empty on other routes.
   */
  newId: string;
  /** `newId` if the request has an `Idempotency-Key`, otherwise null. */
  reservedId: string | null;
  /**
   * Whether an earlier request with this `Idempotency-Key` got the same `newId` and its outcome is unknown:
   * the resource may exist.
   */
  repeated: boolean;
  log: Logger;
  /** Aborts when the client disconnects or the request times out. */
  signal: AbortSignal;
  /** Lets another route answer a part of the request. */
  ask: AskRoute;
  /** The Koa context, only for routes that stream. */
  ctx: Context;
}

/**
 * Lets a route answer for the caller of a request as if it had been requested alone: rights, limits and input
 * are checked, and a refusal is an answer too. It serves routes with JSON bodies. A route that creates a
 * resource gets a new id; no `Idempotency-Key` is read.
 */
export type AskRoute = (
  route: AnyRoute,
  sent: {
    params: Record<string, string>;
    /** Query parameters as texts; default none. */
    query?: Record<string, string>;
    body?: unknown;
    /** Whether rate limits count it: the outer request was counted once. */
    isCounted: boolean;
  },
) => Promise<RouteReply>;

/** The reply of a handler. A `Readable` or `Buffer` body is sent as it is, any other body as JSON. */
export interface RouteReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** Facts for the log of the route's `action`; never sent. */
  noted?: unknown;
}

/** A streamed body that was received. */
export interface ReceivedBody<B> {
  body: B;
  /** A value that is equal for equivalent bodies. */
  fingerprint: unknown;
  /** Removes the stored data of the body; called when no handler has used it. */
  discard: () => Promise<void>;
}

/**
 * Declaration of a route. The middlewares (key, permission, limits, body caps, validation, idempotency) and
 * the OpenAPI entry are derived from it, so that none can be forgotten.
 */
export interface Route<F extends Family = Family, P = unknown, Q = unknown, B = unknown> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path with `:name` parameters, such as `/v3/parse/jobs/:job_id`. */
  path: string;
  /** Errors, rights and limits that the route shares with other routes of its product. */
  family: F;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /**
   * `public`: no key (the path holds a capability, or the content is public). `key`: any key. Otherwise the
   * name of a right of the family.
   */
  access: 'public' | 'key' | (keyof F['access'] & string);
  /** Action under which requests are recorded; absent for routes without a record. */
  action?: string;
  /**
   * A further check of the caller, after those of key and limits and before the input is read.
   *
   * @throws Refusal
   */
  admit?(caller: Caller): Promise<void>;
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  /**
   * Schema of the JSON body. `stream` gives the handler the raw request;
   * `requestContentTypes` lists its types.
   */
  body?: z.ZodType<B> | 'stream';
  /** True when the JSON body is optional; it is undefined when left out. */
  bodyOptional?: boolean;
  requestContentTypes?: Record<string, z.ZodType>;
  /**
   * Receives a streamed body before the `Idempotency-Key` is checked, so that the key covers the bytes that
   * were sent. The handler gets the result as `body`.
   */
  receive?(
    request: Pick<RouteRequest<P, Q, B>, 'params' | 'query' | 'caller' | 'ctx' | 'signal' | 'log'>,
  ): Promise<ReceivedBody<B>>;
  /** As in the family; for bodies that callers do not write themselves. */
  longNumbers?: 'text';
  /** Longest JSON body, in bytes; default `jsonBodyBytesMax`. */
  bodyBytesMax?: number;
  /**
   * Limit per key or organization, besides the limits of the family. Routes with
   * the same name share the quota.
   */
  quota?: { name: string; scope: 'key' | 'organization'; count: number; seconds: number };
  /**
   * Accepts an `Idempotency-Key`; `idPrefix` is the prefix of `newId`. For JSON bodies, bodies that `receive`
   * stores, and answers in JSON.
   */
  idempotent?: { idPrefix: string };
  /** Set when the answer contains a secret; such an answer is never compressed. */
  answersSecret?: true;
  /** Successful answers by status. */
  responses: Record<
    number,
    {
      description: string;
      schema?: z.ZodType;
      contentType?: string;
      /** Schemas of further content types that the request may ask for. */
      otherContents?: Record<string, z.ZodType>;
      headers?: Record<string, string>;
    }
  >;
  /**
   * Error codes of the route itself; the framework adds those for key, body and limits. A code with status
   * 503 also replaces `service_unavailable` when a store is unavailable.
   */
  errors: readonly (keyof F['errors'] & string)[];
  handle(request: RouteRequest<P, Q, B>): Promise<RouteReply>;
}

/** Infers the type parameters of a declaration. */
export function defineRoute<F extends Family, P = unknown, Q = unknown, B = unknown>(
  route: Route<F, P, Q, B>,
): Route<F, P, Q, B> {
  return route;
}

/** A route of any family with any parameters, for lists of routes. */
// oxlint-disable-next-line typescript/no-explicit-any -- the only variance-safe way to keep a list of differently typed routes
export type AnyRoute = Route<Family, any, any, any>;
