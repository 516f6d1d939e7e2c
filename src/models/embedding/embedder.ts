/** Purpose of a text. Queries take precedence over documents. */
export type EmbeddingKind = 'document' | 'query';

/** Converts texts into vectors of length 1, whose dot product is their cosine. */
export interface Embedder {
  /** Id of the vector space: vectors of different ids must not be compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * Vectors of the texts, in order. Equal texts get equal vectors, beside any other texts (with a hosted
   * model, as far as it is deterministic).
   *
   * @param organizationId owner of the texts: documents of organizations take turns. Default: texts without
   * an owner share a turn
   * @throws ModelError, which says whether a retry may help; the signal's reason once it aborts
   */
  embed(
    texts: readonly string[],
    kind: EmbeddingKind,
    signal: AbortSignal,
    organizationId?: string,
  ): Promise<Float32Array[]>;
  /**
   * Number of tokens of a text, without the two frame tokens. A vector covers the tokens up to the model's
   * limit.
   */
  countTokens(text: string): number;
  close(): Promise<void>;
}
