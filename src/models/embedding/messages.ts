/** What an embedding thread is started with. */
export interface ThreadSettings {
  /** Folder of the model. */
  folder: string;
  dimensions: number;
}

/** What it is told: texts to embed, or one text whose tokens are wanted. One request at a time. */
export type EncodeRequest = { texts: string[] } | { tokensOf: string };

/** Tokens of a text as the model understands them in it, without the two that frame it. */
export interface TokenVectors {
  /** Of the model's vocabulary. */
  ids: number[];
  /** Of length 1, one behind the other. */
  vectors: Float32Array;
}

/** What it tells. */
export type FromEmbeddingThread =
  | { type: 'ready' }
  /** One vector after the other. */
  | { type: 'encoded'; vectors: Float32Array }
  | { type: 'tokens'; tokens: TokenVectors }
  | { type: 'failed'; message: string };
