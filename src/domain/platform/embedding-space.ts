/** The space that vectors live in: vectors of two spaces are never compared or mixed. */
export interface EmbeddingSpace {
  /** Id of the embedder. */
  model: string;
  dimensions: number;
}
