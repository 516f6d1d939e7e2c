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
  /** Address of the service, such as `http://localhost:8080`. */
  baseUrl: string;
  /** Text of the key; left out for operations that need none. */
  apiKey?: string;
  /** Further headers of each request, such as `X-Operator`. */
  headers?: Record<string, string>;
  /** Default: that of the platform. */
  fetch?: (request: Request) => Promise<Response>;
  /**
   * How often a request is sent again after 429, 502, 503 and failed connections, where that is safe. Default 3;
   * 0 for never.
   */
  retries?: number;
  /** The longest silence of the service before a request is given up. Default 60,000 milliseconds; 0 for none. */
  timeoutMs?: number;
  /** An answer that asks for a longer pause is not repeated. Default 60 seconds. */
  maxRetryAfterSeconds?: number;
}

/** Settings of one call, in place of those of the client. */
export interface CallOptions {
  retries?: number;
  timeoutMs?: number;
}

/**
 * Calls an operation by its path, as the OpenAPI document names it, and answers the body of the answer.
 *
 * @throws SheafError for a refusal
 * @throws DOMException `TimeoutError` for a service that does not answer, `AbortError` for an aborted `signal`
 * @throws TypeError for a connection that failed
 */
export type Call<Method extends HttpMethod> = <Path extends PathsWithMethod<paths, Method>>(
  path: Path,
  ...init: RequiredKeysOf<CallInit<Path, Method>> extends never
    ? [(CallInit<Path, Method> & CallOptions)?]
    : [CallInit<Path, Method> & CallOptions]
) => Promise<Answer<paths[Path][Method & keyof paths[Path]]>>;

/** Not inferred from what a call gives, so that a misspelt member is an error. */
type CallInit<Path extends keyof paths, Method extends HttpMethod> = MaybeOptionalInit<
  paths[Path],
  Method & keyof paths[Path]
>;

type Answer<Operation> =
  Operation extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<Operation, unknown, MediaType>['data']>
    : never;

/** A request that is no typed call. */
export interface SentRequest extends CallOptions {
  method?: string;
  headers?: Record<string, string>;
  /** Made anew for each attempt. Default none. */
  body?: () => RequestInit['body'] | undefined;
  /** Whether it may be sent again after an attempt that may have arrived. Default true. */
  isRepeatable?: boolean;
  signal?: AbortSignal | undefined;
  /** Called in browsers with the bytes of the body that have gone, where the client has no `fetch` of its own. */
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
   * Sends a request to a path of the service, with the key; for what no typed call can, such as bodies that are
   * streams. Errors are those of calls.
   */
  send(path: string, request?: SentRequest): Promise<Response>;
  /** The client underneath, whose methods answer `{ data, error, response }` and throw as the others do. */
  raw: Client<paths>;
}

/** Makes a client. It keeps no connection and needs no closing. */
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
        // Members of a call that `RequestInit` does not know are members of its request.
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
