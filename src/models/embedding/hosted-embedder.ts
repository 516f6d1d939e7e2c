import { z } from 'zod';
import { createFairLanes } from '../../fair-lanes';
import { askModelJson, type ModelEndpoint, readAnswer } from '../ask-model';
import { ModelError } from '../describer';
import { inLanes } from '../in-lanes';
import { type Embedder } from './embedder';
import { type TokenCounter } from './token-counter';

const requestTimeoutMs = 60_000;
/** Limits of one request, below those of every known endpoint. */
const requestTextsMax = 64;
const requestCharsMax = 200_000;
/** Concurrent requests of one call. */
const concurrentRequestsMax = 4;
/** Concurrent requests with texts of documents of the whole process. */
const documentRequestsMax = 16;
/** Size of 64 vectors of 4,096 numbers in their longest notation, doubled. */
const answerBytesMax = 16 * 1024 * 1024;
const subject = 'The embedding model';

/** An OpenAI-compatible `/embeddings` endpoint. */
export interface EmbeddingEndpoint extends ModelEndpoint {
  model: string;
  dimensions: number;
  /** Token counter, which the endpoint does not offer. */
  countTokens: TokenCounter;
  /** Time limit of one request; default 60 s. */
  timeoutMs?: number;
}

const answerSchema = z.object({
  data: z.array(z.object({ index: z.int().min(0), embedding: z.array(z.number()) })),
});

/**
 * Creates an embedder over a hosted model. A request has at most 64 texts, a call runs at most four requests
 * at once, and the first failure ends the others. Organizations take turns, request by request, at the
 * sixteen concurrent requests with texts of documents. An answer without one finite vector of the configured
 * dimensions per text is refused.
 */
export function createHostedEmbedder(endpoint: EmbeddingEndpoint): Embedder {
  const { model, dimensions, countTokens } = endpoint;
  const lanes = createFairLanes(documentRequestsMax);
  return {
    id: `${model}:${dimensions}`,
    dimensions,

    async embed(texts, kind, signal, organizationId = '') {
      signal.throwIfAborted();
      const visit = kind === 'document' ? lanes.enter(organizationId) : undefined;
      const answers = await inLanes(batchesOf(texts), concurrentRequestsMax, signal, (batch, either) => {
        const ask = () => request(endpoint, batch, either);
        return visit === undefined ? ask() : visit.step(ask, either);
      });
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
      // Endpoints refuse an empty text; a space replaces it.
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
  endpoint: EmbeddingEndpoint,
  texts: string[],
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const { model, dimensions, timeoutMs = requestTimeoutMs } = endpoint;
  const body = { model, input: texts, encoding_format: 'float' };
  const text = await askModelJson(
    endpoint,
    { subject, path: '/embeddings', body, timeoutMs, answerBytesMax },
    signal,
  );
  return readVectors(text, texts.length, dimensions);
}

function readVectors(text: string, count: number, dimensions: number): Float32Array[] {
  const { data } = readAnswer(text, answerSchema, `${subject} did not answer with a list of vectors.`);
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
