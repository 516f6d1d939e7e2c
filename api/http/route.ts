import { type Context } from 'koa';
import { type Logger } from 'pino';
import { type z } from 'zod';
import { type Tenant } from '../../src/domain/platform/tenancy';
import { type Family } from './family';

/** The owner of a bearer key, and the key's permissions. */
export interface Caller extends Tenant {
  keyId: string;
  permissions: readonly string[];
}

/** What a handler gets: validated input, the caller (null on public routes) and the request's own id, log and abort signal. */
export interface RouteRequest<P, Q, B> {
  params: P;
  query: Q;
  body: B;
  /** The JSON body as it was sent, before defaults; undefined where there is none. */
  sentBody: unknown;
  caller: Caller;
  requestId: string;
  /**
   * Id for the resource that an idempotent POST creates, reserved together with the `Idempotency-Key`: a request that takes
   * over after a crash gets the same one. Empty on other routes.
   */
  newId: string;
  /**
   * An earlier request with this `Idempotency-Key` was given `newId` too, and how it ended is not known: what the id names may
   * exist.
   */
  repeated: boolean;
  log: Logger;
  /** Aborts when the client goes away or the request times out. */
  signal: AbortSignal;
  /** The raw context, only for routes that stream. */
  ctx: Context;
}

/** What a handler answers; a `Readable` or `Buffer` body is sent as it is, everything else as JSON. */
export interface RouteReply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

/** A streamed body that has been taken in. */
export interface ReceivedBody<B> {
  body: B;
  /** What tells it from another body: equal for requests that ask for the same. */
  fingerprint: unknown;
  /** Removes what was stored of it; called when no handler has made use of it. */
  discard: () => Promise<void>;
}

/**
 * One route, declared: middlewares (key, permission, limits, body caps, validation, idempotency) and its OpenAPI entry come
 * from the declaration, so that neither can be forgotten.
 */
export interface Route<F extends Family = Family, P = unknown, Q = unknown, B = unknown> {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `:name` parameters, `/v3/parse/jobs/:job_id`. */
  path: string;
  /** Errors, rights and limits that the route shares with others of its product. */
  family: F;
  operationId: string;
  tag: string;
  summary: string;
  description: string;
  /**
   * `public`: no key (the path holds a capability, or there is nothing to protect); `key`: any key; else the name of a right of the
   * family.
   */
  access: 'public' | 'key' | (keyof F['access'] & string);
  params?: z.ZodType<P>;
  query?: z.ZodType<Q>;
  /** A JSON body; `stream` hands the raw request over (`requestContentTypes` says what it takes). */
  body?: z.ZodType<B> | 'stream';
  /** A JSON body may be left out; it is then undefined. */
  bodyOptional?: boolean;
  requestContentTypes?: Record<string, z.ZodType>;
  /**
   * Takes a streamed body in before the `Idempotency-Key` is looked at, so that a key stands for what was really sent; the
   * handler then gets its `body`.
   */
  receive?(
    request: Pick<RouteRequest<P, Q, B>, 'caller' | 'ctx' | 'signal' | 'log'>,
  ): Promise<ReceivedBody<B>>;
  /** Default `jsonBodyBytesMax`; only for JSON bodies. */
  bodyBytesMax?: number;
  /** Requests of one key or organization, beside the limits of the family; routes with the same name share the quota. */
  quota?: { name: string; scope: 'key' | 'organization'; count: number; seconds: number };
  /** Takes `Idempotency-Key`, for JSON bodies, for those that `receive` takes in, and for answers in JSON; the prefix of the id in `newId`. */
  idempotent?: { idPrefix: string };
  /** Successful answers by status. */
  responses: Record<
    number,
    { description: string; schema?: z.ZodType; contentType?: string; headers?: Record<string, string> }
  >;
  /**
   * Codes of its own; those that come with key, body and limits are added by the framework. One with status 503 is also what
   * the caller is told when the store cannot be reached, in place of `service_unavailable`.
   */
  errors: readonly (keyof F['errors'] & string)[];
  handle(request: RouteRequest<P, Q, B>): Promise<RouteReply>;
}

/** Keeps the type parameters of a declaration together. */
export function defineRoute<F extends Family, P = unknown, Q = unknown, B = unknown>(
  route: Route<F, P, Q, B>,
): Route<F, P, Q, B> {
  return route;
}

/** A route of any family and any parameters, as lists of routes hold them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the only variance-safe way to keep a list of differently typed routes
export type AnyRoute = Route<Family, any, any, any>;
