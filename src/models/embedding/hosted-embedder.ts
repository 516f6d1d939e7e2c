import { z } from 'zod';
import { createOrganizationLanes } from '../../organization-lanes';
import { askModelJson, type ModelEndpoint, readAnswer } from '../ask-model';
import { ModelError } from '../describer';
import { inLanes } from '../in-lanes';
import { type Embedder } from './embedder';
import { type TokenCounter } from './token-counter';

const requestTimeoutMs = 60_000;
/** Both below what every known endpoint takes in one request. */
const requestTextsMax = 64;
const requestCharsMax = 200_000;
/** Requests of one call at once. */
const concurrentRequestsMax = 4;
/** Requests with texts of documents at once, of the whole process. */
const documentRequestsMax = 16;
/** 64 vectors of 4,096 numbers in their longest notation, and as much again. */
const answerBytesMax = 16 * 1024 * 1024;
const subject = 'The embedding model';

/** An OpenAI-compatible `/embeddings` endpoint. */
export interface EmbeddingEndpoint extends ModelEndpoint {
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
 * Vectors by a hosted model. Texts go out in requests of at most 64, four at once; the first that fails ends
 * the others. Organizations take turns, request by request, at the sixteen requests with texts of documents
 * that are under way at most. Whatever is not one finite vector of the configured dimensions per text is
 * refused.
 */
export function createHostedEmbedder(endpoint: EmbeddingEndpoint): Embedder {
  const { model, dimensions, countTokens } = endpoint;
  const lanes = createOrganizationLanes(documentRequestsMax);
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
