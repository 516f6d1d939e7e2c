/** Codes of {@link QueryError}. */
export type QueryErrorCode = 'rerank_model_not_configured' | 'query_unavailable';

/**
 * A query that cannot be answered in this installation (`rerank_model_not_configured`, with the `model` that
 * it names), or not now, because the embedding model is missing or does not answer (`query_unavailable`).
 */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly model: string | null;
  /** A sentence for callers that says more than the code; null where there is none. */
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
