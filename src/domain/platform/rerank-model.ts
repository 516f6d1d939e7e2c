/** Rerank models that a query may name. */
export const RERANK_MODELS = [
  'local-blend-1',
  'local-interaction-1',
  'hosted-rerank-1',
  'hosted-chat-1',
] as const;
export type RerankModel = (typeof RERANK_MODELS)[number];

/**
 * Most candidates that a model scores for one query; further ones follow in the order of the fusion.
 * `local-interaction-1` takes about 40 ms for each, and few chat models handle more passages well.
 */
export const RERANK_CANDIDATES_MAX: Readonly<Record<RerankModel, number>> = {
  'local-blend-1': 200,
  'local-interaction-1': 50,
  'hosted-rerank-1': 200,
  'hosted-chat-1': 50,
};

/** Names of families, each with the model of it that is best by our measurements. */
export const RERANK_FAMILIES = {
  local: 'local-blend-1',
  hosted: 'hosted-rerank-1',
} as const satisfies Record<string, RerankModel>;
