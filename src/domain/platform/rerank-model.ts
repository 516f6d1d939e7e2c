/** Rerank models that a query may name. */
export const RERANK_MODELS = [
  'local-blend-1',
  'local-interaction-1',
  'hosted-rerank-1',
  'hosted-chat-1',
] as const;
export type RerankModel = (typeof RERANK_MODELS)[number];

/** Names of families; each stands for the model of it that is best by our measurements. */
export const RERANK_FAMILIES = {
  local: 'local-blend-1',
  hosted: 'hosted-rerank-1',
} as const satisfies Record<string, RerankModel>;
