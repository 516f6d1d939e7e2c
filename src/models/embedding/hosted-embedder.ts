import { z } from 'zod';
import { ModelError } from '../describer';
import { type Embedder } from './embedder';
import { type TokenCounter } from './token-counter';
import { inLanes } from '../in-lanes';

const requestTimeoutMs = 60_000;
/** Both below what every known endpoint takes in one request. */
const requestTextsMax = 64;
const requestCharsMax = 200_000;
const concurrentRequestsMax = 4;
/** 64 vectors of 4,096 numbers in their longest notation, and as much again. */
const answerBytesMax = 16 * 1024 * 1024;
/** A server that asks for more patience than this is answered by the caller's own back-off. */
const retryAfterMsMax = 10 * 60_000;

/** Where an OpenAI-compatible `/embeddings` endpoint is; the operator chooses it, so it is reached directly. */
export interface EmbeddingEndpoint {
  baseUrl: string;
  apiKey: string | undefined;
  model: string;
  dimensions: number;
  /** How tokens are counted; the endpoint offers no way. */
  countTokens: TokenCounter;
  /** Default 60 s, for one request. */
  timeoutMs?: number;
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/**
 * Vectors by a hosted model. Texts go out in requests of at most 64, four at once; the first that fails ends the others.
 * Whatever is not one finite vector of the configured dimensions per text is refused.
 */
export function createHostedEmbedder(endpoint: EmbeddingEndpoint): Embedder {
  const { model, dimensions, countTokens } = endpoint;
  return {
    id: `${model}:${dimensions}`,
    dimensions,

    async embed(texts, _kind, signal) {
      signal.throwIfAborted();
      const answers = await inLanes(batchesOf(texts), concurrentRequestsMax, signal, (batch, either) =>
        request(endpoint, batch, either),
      );
      return answers.flat();
    },

    countTokens,
    close: () => Promise.resolve(),
  };
}

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let chars = 0;
  for (const text of texts) {
    const batch = batches.at(-1);
    if (batch === undefined || batch.length === requestTextsMax || chars + text.length > requestCharsMax) {
      // Endpoints refuse an empty text; one space stands for nothing as well.
      batches.push([text || ' ']);
      chars = text.length;
    } else {
      batch.push(text || ' ');
      chars += text.length;
    }
  }
  return batches;
}

async function request(
  { baseUrl, apiKey, model, dimensions, timeoutMs = requestTimeoutMs }: EmbeddingEndpoint,
  texts: string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/embeddings`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, input: texts, encoding_format: 'float' }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw statusError(response);
    }
    return readVectors(await readText(response), texts.length, dimensions);
  } catch (error) {
    if (error instanceof ModelError) throw error;
    signal.throwIfAborted();
    throw new ModelError('The embedding model does not answer.', true, { cause: error });
  }
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > answerBytesMax)
      throw new ModelError('The embedding model answered with far too much.', false);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function readVectors(text: string, count: number, dimensions: number): Float32Array[] {
  const parsed = answerSchema.safeParse(parseJson(text));
  if (!parsed.success)
    throw new ModelError('The embedding model did not answer with a list of vectors.', true, {
      cause: parsed.error,
    });
  const { data } = parsed.data;
  const vectors: (Float32Array | undefined)[] = new Array<undefined>(count).fill(undefined);
  for (const { index, embedding } of data) {
    if (embedding.length !== dimensions)
      throw new ModelError(
        `The embedding model answers with ${embedding.length} dimensions, but EMBEDDING_DIMENSIONS is ${dimensions}.`,
        false,
      );
    vectors[index] = normalised(embedding);
  }
  if (data.length !== count || vectors.length !== count || vectors.includes(undefined))
    throw new ModelError('The embedding model answered with another number of vectors than of texts.', true);
  return vectors as Float32Array[];
}

function normalised(embedding: number[]): Float32Array {
  const length = Math.hypot(...embedding);
  if (!Number.isFinite(length) || length === 0)
    throw new ModelError('The embedding model answered with a vector that has no direction.', true);
  return Float32Array.from(embedding, (value) => value / length);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusError({ status, headers }: Response): ModelError {
  const retryable = status === 408 || status === 429 || status >= 500;
  return new ModelError(`The embedding model answered with status ${status}.`, retryable, {
    retryAfterMs: retryAfter(headers.get('retry-after')),
  });
}

/** `Retry-After` in milliseconds: seconds or an HTTP date (RFC 9110 section 10.2.3). */
function retryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), retryAfterMsMax);
}
