import { type z } from 'zod';
import { withJoinedSignal } from '../joined-signal';
import { readBytes } from '../streams/bounded-read';
import { ModelError } from './describer';

/** Longest `Retry-After` that is passed on; the caller's own back-off applies to longer ones. */
const retryAfterMsMax = 10 * 60_000;

/**
 * Endpoint of a hosted model. The operator configures it, so that the guard for users' addresses does not
 * apply.
 */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | undefined;
}

/** A request to a hosted model. */
export interface ModelRequest {
  /** Name of the model in errors: `The embedding model`. */
  subject: string;
  /** Path below the endpoint's address, such as `/embeddings`. */
  path: string;
  body: NonNullable<RequestInit['body']>;
  contentType: string;
  timeoutMs: number;
  /** Size of the answer above which it is refused while it is read. */
  answerBytesMax: number;
}

/**
 * Posts to a hosted model and returns the text of its answer. Redirects are refused, since they would send
 * the key to another server.
 *
 * @throws ModelError (`retryable` for 408, 429, 5xx and without an answer); the signal's reason once it
 * aborts
 */
export async function askModel(
  endpoint: ModelEndpoint,
  request: ModelRequest,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { subject, timeoutMs } = request;
  try {
    return await withJoinedSignal({ signals: [signal], timeoutMs }, (joined) =>
      post(endpoint, request, joined.signal),
    );
  } catch (error) {
    if (error instanceof ModelError) throw error;
    signal?.throwIfAborted();
    throw new ModelError(`${subject} does not answer.`, true, { cause: error });
  }
}

async function post(
  { baseUrl, apiKey }: ModelEndpoint,
  { subject, path, body, contentType, answerBytesMax }: ModelRequest,
  signal: AbortSignal,
): Promise<string> {
  const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
    method: 'POST',
    redirect: 'error',
    headers: {
      'content-type': contentType,
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body,
    signal,
    // `fetch` requires this for a streamed body.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(subject, response);
  }
  return readText(subject, response, answerBytesMax);
}

/** Posts a body of JSON to a hosted model. */
export function askModelJson(
  endpoint: ModelEndpoint,
  { body, ...request }: Omit<ModelRequest, 'body' | 'contentType'> & { body: unknown },
  signal: AbortSignal | undefined,
): Promise<string> {
  return askModel(
    endpoint,
    { ...request, body: JSON.stringify(body), contentType: 'application/json' },
    signal,
  );
}

/**
 * Parses the answer of a model.
 *
 * @param wrong message for an answer that does not fit `schema`
 * @throws ModelError, retryable, since a model may answer differently the next time
 */
export function readAnswer<T>(text: string, schema: z.ZodType<T>, wrong: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ModelError(wrong, true, { cause });
  }
}

async function readText(subject: string, response: Response, answerBytesMax: number): Promise<string> {
  if (response.body === null) return '';
  const bytes = await readBytes(response.body as AsyncIterable<Uint8Array>, answerBytesMax);
  if (bytes === null) throw new ModelError(`${subject} answered with far too much.`, false);
  return bytes.toString();
}

function statusError(subject: string, { status, headers }: Response): ModelError {
  const retryable = status === 408 || status === 429 || status >= 500;
  return new ModelError(`${subject} answered with status ${status}.`, retryable, {
    retryAfterMs: retryAfter(headers.get('retry-after')),
  });
}

/** `Retry-After` in milliseconds, from seconds or an HTTP date (RFC 9110 section 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMsMax);
}
