import { type Config } from '../../config';
import { type RerankModel } from '../../domain/platform/rerank-model';
import { createBlendReranker } from './blend/blend-reranker';
import { createChatReranker } from './chat-reranker';
import { createHostedReranker } from './hosted-reranker';
import { createInteractionReranker } from './interaction-reranker';
import { type Reranker, type Rerankers } from './reranker';

/** Settings of the rerank models. */
export type RerankConfig = Pick<
  Config,
  | 'EMBEDDING_MODEL_DIR'
  | 'RERANK_BASE_URL'
  | 'RERANK_API_KEY'
  | 'RERANK_MODEL'
  | 'CHAT_BASE_URL'
  | 'CHAT_API_KEY'
  | 'CHAT_MODEL'
>;

/** Creates the local rerankers, which load on first use, and the configured hosted ones. */
export function createRerankers(config: RerankConfig): Rerankers {
  const interaction = createInteractionReranker(config.EMBEDDING_MODEL_DIR);
  const rerankers: Record<RerankModel, Reranker | null> = {
    'local-blend-1': createBlendReranker(),
    'local-interaction-1': interaction,
    'hosted-rerank-1': hosted(createHostedReranker, {
      baseUrl: config.RERANK_BASE_URL,
      apiKey: config.RERANK_API_KEY,
      model: config.RERANK_MODEL,
    }),
    'hosted-chat-1': hosted(createChatReranker, {
      baseUrl: config.CHAT_BASE_URL,
      apiKey: config.CHAT_API_KEY,
      model: config.CHAT_MODEL,
    }),
  };
  return {
    get: (model) => rerankers[model],
    close: () => interaction.close(),
  };
}

function hosted(
  create: (endpoint: { baseUrl: string; apiKey: string | undefined; model: string }) => Reranker,
  {
    baseUrl,
    apiKey,
    model,
  }: { baseUrl: string | undefined; apiKey: string | undefined; model: string | undefined },
): Reranker | null {
  return baseUrl === undefined || model === undefined ? null : create({ baseUrl, apiKey, model });
}
