import { type Config, type EmbeddingConfig } from '../config';
import { type ChatEndpoint } from './ask-chat';
import { type Chat, chatOf } from './chat';
import { createChatDescriber } from './chat-describer';
import { type Describer } from './describer';
import { type Embedder } from './embedding/embedder';
import { createHostedEmbedder } from './embedding/hosted-embedder';
import { createLocalEmbedder as openLocalEmbedder } from './embedding/local-embedder';
import { type LocalModel, localModelOf } from './embedding/local-models';
import { createTokenCounter } from './embedding/token-counter';
import {
  createQueryEmbedders as chooseQueryEmbedders,
  type FormerModels,
  type QueryEmbedders,
} from './embedding/query-embedders';
import { createLocalDescriber } from './local-describer';
import { type TranscriptionEndpoint } from './transcription';

export { type Chat } from './chat';
export { inLanes } from './in-lanes';
export { type Describer, ModelError } from './describer';
export { describeCached } from './cached-describer';
export { embedCached, embedWithin, missingTexts } from './embedding/cached-embedder';
export { type ChooseEmbedder, createEmbedderChoice } from './embedding/choose-embedder';
export { coveredLanguages } from './embedding/covered-languages';
export { alikeTitlesCosine, nearTitleCosine } from './embedding/near-title-cosine';
export { type Embedder } from './embedding/embedder';
export { type QueryEmbedders } from './embedding/query-embedders';
export { createQueryEmbeddings, untilAborted } from './embedding/query-embeddings';
export { type RerankCandidate, type Reranker, type Rerankers } from './rerank/reranker';
export { createRerankers } from './rerank/rerankers';
export { createTokenCounter } from './embedding/token-counter';
export {
  type Recording,
  transcribe,
  type TranscriptionEndpoint,
  type TranscriptSegment,
} from './transcription';

interface LocalModelUse {
  /** Whether its threads have low priority, and free the memory after minutes without work; default false. */
  background?: boolean;
}

/** Idle time after which a worker unloads the model; loading it again takes about a second. */
const backgroundIdleMs = 3 * 60_000;

type ChatConfig = Pick<Config, 'CHAT_BASE_URL' | 'CHAT_API_KEY' | 'CHAT_MODEL'>;

/** The configured chat model, or the local describer without one. */
export function createDescriber(config: ChatConfig): Describer {
  const endpoint = chatEndpoint(config);
  return endpoint === null ? createLocalDescriber() : createChatDescriber(endpoint);
}

/** The configured chat model; null without one, since there is no local one. */
export function createChat(config: ChatConfig): Chat | null {
  const endpoint = chatEndpoint(config);
  return endpoint === null ? null : chatOf(endpoint);
}

function chatEndpoint({
  CHAT_BASE_URL: baseUrl,
  CHAT_API_KEY: apiKey,
  CHAT_MODEL: model,
}: ChatConfig): ChatEndpoint | null {
  return baseUrl === undefined || model === undefined ? null : { baseUrl, apiKey, model };
}

/** The configured embedding endpoint, or the local model, which is loaded with the first text. */
export function createEmbedder(config: EmbeddingConfig, use?: LocalModelUse): Embedder {
  const { EMBEDDING_MODEL: model, EMBEDDING_DIMENSIONS: dimensions } = config;
  const hosted = hostedEmbedders(config);
  if (hosted === null || model === undefined || dimensions === undefined)
    return createLocalEmbedder(config, use);
  return hosted({ model, dimensions });
}

/** Creates the embedders by vector space; the caller closes `configured`. */
export function createQueryEmbedders(
  config: EmbeddingConfig,
  configured: Embedder,
  use?: LocalModelUse,
): QueryEmbedders {
  const local: FormerModels['local'] = (space) => {
    const model = localModelOf(space);
    return model === undefined ? null : createLocalEmbedder(config, use, model);
  };
  return chooseQueryEmbedders(configured, { local, hosted: hostedEmbedders(config) });
}

/**
 * Creates a local model, also beside a hosted one, for texts that must not leave the machine.
 *
 * @param model default the English one
 */
export function createLocalEmbedder(
  { EMBEDDING_MODEL_DIR: folder, EMBEDDING_THREADS: threadsMax }: EmbeddingConfig,
  use: LocalModelUse = {},
  model?: LocalModel,
): Embedder {
  const idle = use.background === true ? { idleMs: backgroundIdleMs } : {};
  return openLocalEmbedder({ folder, threadsMax, ...(model && { model }), ...use, ...idle });
}

/** Models of the configured endpoint by name; null without an endpoint. */
function hostedEmbedders(config: EmbeddingConfig): FormerModels['hosted'] {
  const { EMBEDDING_BASE_URL: baseUrl, EMBEDDING_API_KEY: apiKey, EMBEDDING_MODEL_DIR: folder } = config;
  if (baseUrl === undefined) return null;
  return (space) =>
    createHostedEmbedder({ ...space, baseUrl, apiKey, countTokens: createTokenCounter(folder) });
}

/** The configured transcription endpoint; null without one, since there is no local one. */
export function transcriptionEndpoint(
  config: Pick<Config, 'TRANSCRIPTION_BASE_URL' | 'TRANSCRIPTION_API_KEY' | 'TRANSCRIPTION_MODEL'>,
): TranscriptionEndpoint | null {
  const { TRANSCRIPTION_BASE_URL: baseUrl, TRANSCRIPTION_MODEL: model } = config;
  if (baseUrl === undefined || model === undefined) return null;
  return { baseUrl, model, apiKey: config.TRANSCRIPTION_API_KEY };
}
