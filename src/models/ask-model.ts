import { type z } from 'zod';
import { withJoinedSignal } from '../joined-signal';
import { readBytes } from '../streams/bounded-read';
import { ModelError } from './describer';

/** A server that asks for more patience than this is answered by the caller's own back-off. */
const retryAfterMsMax = 10 * 60_000;

/** A hosted model's endpoint; the operator chooses it, so it is reached directly. */
export interface ModelEndpoint {
  baseUrl: string;
  apiKey: string | undefined;
}

/** A request to a hosted model. */
export interface ModelRequest {
  /** How it is called in errors: `The embedding model`. */
  subject: string;
  /** Below the endpoint's address, `/embeddings`. */
  path: string;
  body: NonNullable<RequestInit['body']>;
  contentType: string;
  timeoutMs: number;
  /** More than this is refused before it is read to its end. */
  answerBytesMax: number;
}

/**
 * Posts to a hosted model and returns the text of its answer. Redirects are refused, since the key would go
 * along.
 *
 * @throws ModelError (`retryable` for 408, 429, 5xx and where nothing answers); the signal's reason once it
 *   is aborted
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
    // A body that is streamed is not known before the answer begins.
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw statusError(subject, response);
  }
  return readText(subject, response, answerBytesMax);
}

/** The same with a body in JSON. */
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
 * The answer of a model, in the shape that was asked for.
 *
 * @param wrong sentence for an answer of another shape
 * @throws ModelError, retryable: models do not always say the same
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

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMsMax);
}
