/** Codes of {@link QueryError}. */
export type QueryErrorCode =
  | 'rerank_model_not_configured'
  | 'query_unavailable'
  | 'chunk_not_found'
  | 'chunk_without_vector';

/**
 * A query that this installation cannot answer (`rerank_model_not_configured`, with the `model`), or cannot
 * answer now because the embedding model is missing or does not answer (`query_unavailable`); or that asks about
 * a chunk which the collection does not show (`chunk_not_found`), or which has no vector
 * (`chunk_without_vector`).
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly model: string | null;
  /** A sentence for callers that says more than the code; null without one. */
  readonly reason: string | null;

  constructor(
    readonly code: QueryErrorCode,
    extra: { model?: string; reason?: string; cause?: unknown } = {},
  ) {
    super(extra.reason ?? code, { cause: extra.cause });
    this.model = extra.model ?? null;
    this.reason = extra.reason ?? null;
  }
}
