import { type Config, type EmbeddingConfig } from '../config';
import { createChatDescriber } from './chat-describer';
import { type Describer } from './describer';
import { type Embedder } from './embedding/embedder';
import { createHostedEmbedder } from './embedding/hosted-embedder';
import { createLocalEmbedder } from './embedding/local-embedder';
import { createTokenCounter } from './embedding/token-counter';
import { createLocalDescriber } from './local-describer';
import { createHostedTranscriber } from './transcription/hosted-transcriber';
import { type Transcriber } from './transcription/transcriber';

export { type Describer, ModelError } from './describer';
export { embedCached } from './embedding/cached-embedder';
export { type Embedder } from './embedding/embedder';
export { type RerankCandidate, type Reranker, type Rerankers } from './rerank/reranker';
export { createRerankers } from './rerank/rerankers';
export { createTokenCounter } from './embedding/token-counter';
export { type Recording, type Transcriber, type TranscriptSegment } from './transcription/transcriber';

/** The configured chat model, or the local default when none is configured. */
export function createDescriber(
  config: Pick<Config, 'CHAT_BASE_URL' | 'CHAT_API_KEY' | 'CHAT_MODEL'>,
): Describer {
  if (config.CHAT_BASE_URL === undefined || config.CHAT_MODEL === undefined) return createLocalDescriber();
  return createChatDescriber({
    baseUrl: config.CHAT_BASE_URL,
    apiKey: config.CHAT_API_KEY,
    model: config.CHAT_MODEL,
  });
}

/** The configured embedding endpoint, or the local model, which is loaded when the first text comes. */
export function createEmbedder(config: EmbeddingConfig): Embedder {
  const { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_MODEL: model, EMBEDDING_DIMENSIONS: dimensions } = config;
  const folder = config.EMBEDDING_MODEL_DIR;
  if (baseUrl === undefined || model === undefined || dimensions === undefined)
    return createLocalEmbedder({ folder, threadsMax: config.EMBEDDING_THREADS });
  return createHostedEmbedder({
    ...{ baseUrl, model, dimensions },
    apiKey: config.EMBEDDING_API_KEY,
    countTokens: createTokenCounter(folder),
  });
}

/** The configured transcription endpoint, null where none is: there is no local one. */
export function createTranscriber(
  config: Pick<Config, 'TRANSCRIPTION_BASE_URL' | 'TRANSCRIPTION_API_KEY' | 'TRANSCRIPTION_MODEL'>,
): Transcriber | null {
  const { TRANSCRIPTION_BASE_URL: baseUrl, TRANSCRIPTION_MODEL: model } = config;
  if (baseUrl === undefined || model === undefined) return null;
  return createHostedTranscriber({ baseUrl, model, apiKey: config.TRANSCRIPTION_API_KEY });
}
