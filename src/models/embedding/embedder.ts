/** Purpose of a text. Queries do not wait for documents. */
export type EmbeddingKind = 'document' | 'query';

/** Turns texts into vectors of length 1, so that their dot product is their cosine. */
export interface Embedder {
  /** Names the space of the vectors: those of two ids must never be compared. */
  readonly id: string;
  readonly dimensions: number;
  /**
   * Vectors of the texts, in order. The same text always gets the same vector, whatever it is embedded
   * together with (a hosted model: as far as it keeps to that).
   *
   * @param organizationId whose texts they are: the documents of several take turns. Default those of nobody
   * @throws ModelError, which says whether trying again may help; the signal's reason once it is aborted
   */
  embed(
    texts: readonly string[],
    kind: EmbeddingKind,
    signal: AbortSignal,
    organizationId?: string,
  ): Promise<Float32Array[]>;
  /**
   * Tokens of a text without the two that frame it; what lies behind the model's last token is left out of a
   * vector.
   */
  countTokens(text: string): number;
  close(): Promise<void>;
}
