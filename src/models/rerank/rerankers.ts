import { type Config } from '../../config';
import { type RerankModel } from '../../domain/query';
import { type Reranker, type Rerankers } from './reranker';

/** Settings that the rerank models hang on. */
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

/** The local models, and the hosted ones that are configured. */
export function createRerankers(_config: RerankConfig): Rerankers {
  const rerankers: Partial<Record<RerankModel, Reranker>> = {
    'local-blend-1': createBlendReranker(),
  };
  return {
    get: (model) => rerankers[model] ?? null,
    close: () => Promise.resolve(),
  };
}

function createBlendReranker(): Reranker {
  return {
    model: 'local-blend-1',
    rerank(_query, candidates, signal) {
      signal.throwIfAborted();
      return Promise.resolve(candidates.map(({ fused }) => fused));
    },
  };
}
