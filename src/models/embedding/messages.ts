import { type LocalModel } from './local-models';

/** Settings that an embedding thread is started with. */
export interface ThreadSettings {
  /** Folder of the model. */
  folder: string;
  model: LocalModel;
  /** Whether the thread has low priority. */
  background: boolean;
}

/** Request to the thread: texts to embed, or one text to embed token by token. One at a time. */
export type EncodeRequest = { texts: string[] } | { tokensOf: string };

/** Tokens of a text in context, without the two frame tokens. */
export interface TokenVectors {
  /** Ids in the model's vocabulary. */
  ids: number[];
  /** Vectors of length 1, concatenated. */
  vectors: Float32Array;
}

/** Answer of the thread. */
export type FromEmbeddingThread =
  | { type: 'ready' }
  /** Vectors, concatenated. */
  | { type: 'encoded'; vectors: Float32Array }
  | { type: 'tokens'; tokens: TokenVectors }
  | { type: 'failed'; message: string };
