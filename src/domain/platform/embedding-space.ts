/** Vector space of an embedder. Vectors of different spaces are never compared or mixed. */
export interface EmbeddingSpace {
  /** Id of the embedder. */
  model: string;
  dimensions: number;
}
