import createClient, { type Client, type FetchResponse, type MaybeOptionalInit } from 'openapi-fetch';
import {
  type HttpMethod,
  type MediaType,
  type PathsWithMethod,
  type RequiredKeysOf,
} from 'openapi-typescript-helpers';
import { type paths } from './openapi.js';
import { refusalOf } from './sheaf-error.js';

/** Settings of a client. */
export interface SheafOptions {
  /** Address of the service, such as `http://localhost:8080`. */
  baseUrl: string;
  /** Text of the key; left out for operations that need none. */
  apiKey?: string;
  /** Default: that of the platform. */
  fetch?: (request: Request) => Promise<Response>;
}

/**
 * Calls an operation by its path, as the OpenAPI document names it, and answers the body of the answer.
 *
 * @throws SheafError for a refusal
 */
export type Call<Method extends HttpMethod> = <
  Path extends PathsWithMethod<paths, Method>,
  Init extends MaybeOptionalInit<paths[Path], Method>,
>(
  path: Path,
  ...init: RequiredKeysOf<Init> extends never ? [Init?] : [Init]
) => Promise<Answer<paths[Path][Method & keyof paths[Path]], Init>>;

type Answer<Operation, Init> =
  Operation extends Record<string | number, unknown>
    ? NonNullable<FetchResponse<Operation, Init, MediaType>['data']>
    : never;

/** A client of one service and key. */
export interface Sheaf {
  get: Call<'get'>;
  post: Call<'post'>;
  put: Call<'put'>;
  patch: Call<'patch'>;
  delete: Call<'delete'>;
  /** The client underneath, whose methods answer `{ data, error, response }` and throw as the others do. */
  raw: Client<paths>;
}

/** Makes a client. It keeps no connection and needs no closing. */
export function createSheaf({ baseUrl, apiKey, fetch }: SheafOptions): Sheaf {
  const raw = createClient<paths>({
    baseUrl: baseUrl.replace(/\/+$/, ''),
    ...(fetch !== undefined && { fetch }),
    ...(apiKey !== undefined && { headers: { Authorization: `Bearer ${apiKey}` } }),
  });
  raw.use({
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
    raw,
  };
}
