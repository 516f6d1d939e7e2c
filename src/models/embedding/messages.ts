/** Settings that an embedding thread is started with. */
export interface ThreadSettings {
  /** Folder of the model. */
  folder: string;
  dimensions: number;
  /** Whether it leaves the processor to others. */
  background: boolean;
}

/** Request to the thread: texts to embed, or one text whose tokens are wanted. One at a time. */
export type EncodeRequest = { texts: string[] } | { tokensOf: string };

/** Tokens of a text as the model understands them in it, without the two that frame it. */
export interface TokenVectors {
  /** Ids in the model's vocabulary. */
  ids: number[];
  /** Vectors of length 1, one behind the other. */
  vectors: Float32Array;
}

/** Answer of the thread. */
export type FromEmbeddingThread =
  | { type: 'ready' }
  /** Vectors one after the other. */
  | { type: 'encoded'; vectors: Float32Array }
  | { type: 'tokens'; tokens: TokenVectors }
  | { type: 'failed'; message: string };
