import createClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import type { HttpMethod, MediaType, PathsWithMethod, RequiredKeysOf } from 'openapi-typescript-helpers';
import { fetchByXhr } from './fetch-by-xhr.js';
import type { paths } from './openapi.js';
import { isRepeatable, takesIdempotencyKey } from './repeatable.js';
import { randomKey } from './random-key.js';
import { createSender, type SendSettings } from './send.js';
import { refusalOf } from './sheaf-error.js';

/** Settings of a client. */
export interface SheafOptions {
  baseUrl: string;
  /** Text of the key; omit it for operations without one. */
  apiKey?: string;
  /** Additional headers of each request, such as `X-Operator`. */
  headers?: Record<string, string>;
  /** Default: `fetch` of the platform. */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * Retries after 429, 502, 503 and failed connections, for requests that may be repeated. Default 3; 0 for
   * none.
   */
  retries?: number;
  /**
   * Longest time without a byte from the service, in milliseconds, after which a request fails. Default
   * 60,000; 0 for no limit.
   */
  timeoutMs?: number;
  /**
   * Longest `Retry-After` that is waited for, in seconds; an answer with a longer one is not retried. Default
   * 60.
   */
  maxRetryAfterSeconds?: number;
}

/** Settings of one call, which override those of the client. */
export interface CallOptions {
  retries?: number;
  timeoutMs?: number;
}

/**
 * Calls an operation by its path in the OpenAPI document and returns the body of the answer.
 *
 * @throws SheafError for a refusal
 * @throws DOMException `TimeoutError` when the service does not answer, `AbortError` for an aborted `signal`
 * @throws TypeError for a connection that failed
 */
export type Call<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>>(
  path: Path,
  ...init: RequiredKeysOf<CallInit<Path, Method>> extends never
    ? [(CallInit<Path, Method> & CallOptions)?]
    : [CallInit<Path, Method> & CallOptions]
) => Promise<Answer<paths[Path][Method & keyof paths[Path]]>>;

/** Not inferred from the arguments of a call, so that a misspelt member is a type error. */
type CallInit<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>;

type Answer<Operation> =
  Operation extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<Operation, unknown, MediaType>['data']>
    : never;

/** Settings of a request that is not a typed call. */
export interface SentRequest extends CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Creates the body, once for each attempt. Default: no body. */
  body?: () => RequestInit['body'] | undefined;
  /** Whether the request may be repeated after an attempt that may have arrived. Default true. */
  isRepeatable?: boolean;
  signal?: AbortSignal | undefined;
  /**
   * Called in browsers with the number of body bytes sent so far, when the client has no `fetch` of its own.
   */
  onSent?: ((sentBytes: number) => void) | undefined;
}

/** A client of one service and key. */
export interface Sheaf {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /**
   * Sends a request to a path of the service, with the key. It serves requests that typed calls cannot
   * express, such as bodies that are streams. Errors are those of calls.
   */
  send(path: string, request?: SentRequest): Promise<Response>;
  /** The underlying client, whose methods return `{ data, error, response }` and throw as the others do. */
  raw: Client<paths>;
}

/** Creates a client. It holds no connection and needs no closing. */
export function createSheaf(options: SheafOptions): Sheaf {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const headers = {
    ...options.headers,
    ...(options.apiKey !== undefined && { Authorization: `Bearer ${options.apiKey}` }),
  };
  const sender = createSender(settingsOf(options));
  const repeatable = new WeakSet<Request>();
  const raw = createClient<paths>({
    baseUrl,
    headers,
    fetch: (request) =>
      sender(() => request.clone(), {
        isRepeatable: repeatable.has(request),
        signal: request.signal,
        // Members of a call that `RequestInit` lacks arrive as members of the request.
        ...callOptions(request as CallOptions),
      }),
  });
  raw.use({
    onRequest({ request, schemaPath }) {
      const { method } = request;
      if (takesIdempotencyKey(method, schemaPath) && !request.headers.has('Idempotency-Key'))
        request.headers.set('Idempotency-Key', randomKey());
      if (isRepeatable(request, schemaPath)) repeatable.add(request);
    },
    async onResponse({ response }) {
      if (!response.ok) throw await refusalOf(response);
    },
  });
  const call = <Method extends HttpMethod>(method: Method): Call<Method> => {
    const send = raw.request as (...sent: unknown[]) => Promise<{ data?: unknown }>;
    return async (path, ...init) => (await send(method, path, ...init)).data as never;
  };
  return {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    patch: call('patch'),
    delete: call('delete'),
    async send(path, { method = 'GET', body, isRepeatable = true, signal, onSent, ...request } = {}) {
      const attempt = () =>
        new Request(baseUrl + path, {
          method,
          headers: { ...headers, ...request.headers },
          ...(body !== undefined && { body: body() ?? null, duplex: 'half' }),
        });
      const response = await sender(attempt, { isRepeatable, signal, onSent, ...callOptions(request) });
      if (!response.ok) throw await refusalOf(response);
      return response;
    },
    raw,
  };
}

function settingsOf(options: SheafOptions): SendSettings {
  return {
    fetch: options.fetch ?? platformFetch,
    retries: options.retries ?? 3,
    timeoutMs: options.timeoutMs ?? 60_000,
    maxRetryAfterSeconds: options.maxRetryAfterSeconds ?? 60,
  };
}

function platformFetch(request: Request, onSent?: (sentBytes: number) => void): Promise<Response> {
  if (onSent !== undefined && typeof XMLHttpRequest !== 'undefined') return fetchByXhr(request, onSent);
  return globalThis.fetch(request);
}

function callOptions({ retries, timeoutMs }: CallOptions): CallOptions {
  return { ...(retries !== undefined && { retries }), ...(timeoutMs !== undefined && { timeoutMs }) };
}
